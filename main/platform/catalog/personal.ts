import { dealings, people } from '#contract/people.ts'

// Records of people, or of money: the desk remembers no more of them than the id. What a creator named for the audience
// (an event, a plan, a link) keeps its title.
export const personalResources: ReadonlySet<string> = new Set([...people, ...dealings])
