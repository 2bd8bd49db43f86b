// What the lamps may claim. A lamp is lit only for what was read less than ten seconds ago.

export const freshMs = 10_000

export const idOf = ({ command, record }) => `${command}:${record}`

/** `heardAt`: when the desk last answered; both times count, so that neither an old value nor a silent desk is believed. */
export function isFresh(readAt, heardAt, now) {
  const read = Date.parse(readAt ?? '')
  return Number.isFinite(read) && now - read <= freshMs && now - heardAt <= freshMs
}

/** Whether a record is in a state, by any of its commands that was read lately. */
export function inState({ connected, targets, heardAt }, record, state, now) {
  return (
    connected &&
    targets.some((one) => one.record === record && one.state === state && isFresh(one.readAt, heardAt, now))
  )
}

/** Whether a command would change something now. */
export function wouldChange({ connected, targets, heardAt }, id, now) {
  return (
    connected && targets.some((one) => idOf(one) === id && one.active === true && isFresh(one.readAt, heardAt, now))
  )
}

/** What a command came to, as text and whether a person has to look. */
export function resultOf(answer) {
  if (answer.outcome === 'kept') return { text: 'Kept as a draft', look: false }
  if (answer.outcome === 'lapsed') return { text: 'Nobody fired it', look: true }
  return resultOfIntent(answer.intent)
}

export function resultOfIntent({ state, error, waiting }) {
  if (state === 'confirmed') return { text: 'Done', look: false }
  if (state === 'sending') return { text: 'On its way', look: false }
  if (state === 'queued') return { text: `Waits: ${waiting?.reason ?? 'its turn'}`, look: false }
  if (state === 'unknown') return { text: 'Unknown: look at the desk', look: true }
  const seconds = Math.ceil((error?.retryAfterMs ?? 0) / 1_000)
  const again = seconds > 0 ? `, again in ${seconds} s` : ''
  return { text: `Refused: ${error?.code ?? state}${again}`, look: true }
}

// The platform doesn't say how it writes a tally. This reads `{options, totalVotes}`; change it where yours looks different.
export function votesIn(data) {
  if (typeof data !== 'object' || data === null) return undefined
  if (typeof data.totalVotes === 'number') return data.totalVotes
  return Object.values(data)
    .map(votesIn)
    .find((votes) => votes !== undefined)
}
