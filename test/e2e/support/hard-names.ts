import type { DeskConnection } from '../../support/desk.ts'

/** A name holds markup, as names on a live platform do: a screen must show it and never run it. */
export const markupName = 'Customer <b>7</b> & friends'

/** A title longer than any place for it. */
export const longTitle =
  'Support the winter special with the long evening, both guests, the band, the new lights, the repaired microphone, the second camera and everything else that a small studio needs to come through the dark months'

const records = [
  { operation: 'POST /api/payment/customer/update', body: { id: 'cus_7', name: markupName } },
  { operation: 'POST /api/payment/link/update', body: { id: 'lnk_1', title: longTitle } },
]

/** Gives two records of the practice platform names that are hard to show; returns once both are confirmed. */
export async function hardenNames(connection: DeskConnection): Promise<void> {
  for (const request of records) {
    const { id } = await connection.call('ledger.submit', request)
    await connection.next('ledger.changed', ({ intent }) => intent.id === id && intent.state === 'confirmed')
  }
}
