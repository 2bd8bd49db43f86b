import { record, type SeedPart } from './record.ts'

/** An open poll with its last votes, one that is over, and one that waits for its moment. */
export const polls: SeedPart = ({ at }) => ({
  'vote/embed': [
    record('emb_1', 'closed', at(-9), {
      name: 'Opening song',
      question: 'Which song opens the show?',
      options: [
        { id: 'fast', text: 'The fast one' },
        { id: 'slow', text: 'The slow one' },
      ],
      tally: { fast: 212, slow: 188 },
      totalVotes: 400,
    }),
    record('emb_2', 'open', at(-2), {
      name: 'Next guest',
      question: 'Who should come next?',
      options: [
        { id: 'cook', text: 'A cook' },
        { id: 'diver', text: 'A diver' },
        { id: 'clockmaker', text: 'A clockmaker' },
      ],
      tally: { cook: 41, diver: 66, clockmaker: 93 },
      totalVotes: 200,
    }),
    record('emb_3', 'hidden', at(-3), {
      name: 'Encore',
      question: 'One more round?',
      options: [
        { id: 'yes', text: 'Yes, one more' },
        { id: 'no', text: 'Enough for tonight' },
      ],
      voteTokenQuantity: 1,
      votingTimeReset: '30',
      voteButtonQuantity: 2,
      voteButtonText1: 'Yes, one more',
      voteButtonText2: 'Enough for tonight',
      votingOpen: false,
      resultsVisible: false,
      winnerVisible: false,
      tally: { yes: 0, no: 0 },
      totalVotes: 0,
    }),
  ],
  'vote/cast': [
    record('vote_1', 'counted', at(-1, '21:04'), { embedId: 'emb_2', optionId: 'clockmaker', voterId: 'viewer-17' }),
    record('vote_2', 'counted', at(-1, '21:05'), { embedId: 'emb_2', optionId: 'diver', voterId: 'viewer-3' }),
  ],
})
