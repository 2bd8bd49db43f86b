// The text of a file that a person chose, whatever wrote it. An export of the desk is UTF-8, a spreadsheet's rarely is.
import { DeskError, messageOf } from '#contract/errors.ts'
import { decode, type Guess } from './decode.ts'

const mostBytes = 32 * 1024 * 1024

export interface FileText {
  text: string
  /** Where its character set could only be guessed. */
  guess?: Guess
}

/**
 * `charset` is what the person chose instead of a guess. @throws DeskError `too_large`; `invalid_input` for what could
 * not be opened, and for what is no text in any character set or has bytes that are none.
 */
export async function readText(file: File, charset?: string): Promise<FileText> {
  if (file.size > mostBytes)
    throw new DeskError('too_large', `The file is larger than ${mostBytes / 1024 / 1024} MiB.`, {
      facts: { reason: 'file_too_large', bytes: file.size, most: mostBytes },
    })
  const bytes = await file.arrayBuffer().catch((reason: unknown) => {
    throw new DeskError('invalid_input', 'The file could not be opened.', {
      facts: { reason: 'file_not_opened', said: messageOf(reason) },
    })
  })
  const decoded = decode(new Uint8Array(bytes), 'text', charset)
  if (decoded.ok)
    return decoded.guess === undefined ? { text: decoded.text } : { text: decoded.text, guess: decoded.guess }
  const { line } = decoded.error
  throw new DeskError('invalid_input', 'The file is no text that can be read.', {
    facts: { reason: 'file_not_decoded', ...(line !== undefined && { line }) },
  })
}

/** The same text in UTF-8. @throws DeskError as `readText`. */
export const inUtf8 = async (file: File): Promise<File> =>
  new File([(await readText(file)).text], file.name, { type: file.type })
