// Which mail clients do not show what. The data is made from caniemail by `test/renderer/templates/mail-clients/reduce.ts`.
import { mailClients, type MailClient } from '#contract/mail.ts'
import data from './support.json'

export type Feature = keyof typeof data.features

/** The day of the data, as YYYY-MM-DD. */
export const supportDate = data.updated

/** The clients that do not show a feature, and those that show a part of it. */
export function supportOf(feature: Feature): { clients: MailClient[]; partly: MailClient[] } {
  const { no, partly }: { no: string[]; partly: string[] } = data.features[feature]
  return {
    clients: mailClients.filter((client) => no.includes(client)),
    partly: mailClients.filter((client) => partly.includes(client)),
  }
}
