// A desk with a file on its way, as a page brings it.
import { join } from 'node:path'
import type { Json } from '#contract/json.ts'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import { createTransfers } from '../../../../../main/maintenance/transfers.ts'
import { createTeacher, type Teacher } from '../../../../../main/platform/learned/teach/index.ts'
import { operations } from '../../../../../main/platform/catalog/index.ts'
import { openDesk, type Desk } from '../support.ts'

export interface TeachDesk extends Desk {
  teacher: Teacher
  /** Brings a file and answers its transfer. */
  bring: (content: Json | string) => string
  /** Takes a file without looking at it first. */
  teach: (content: Json | string) => ReturnType<Teacher['teach']>
  /** What refuses a file. */
  refusal: (content: Json | string) => Promise<DeskErrorShape>
}

export async function teachDesk(): Promise<TeachDesk> {
  const desk = await openDesk()
  const transfers = createTransfers({ folder: join(desk.folder, 'transfers'), clock: desk.clock })
  const teacher = createTeacher({ learned: desk.learned, operations, transfers })
  const bring = (content: Json | string): string => {
    const { id } = transfers.begin('file')
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    for (let at = 0; at < text.length; at += 1024 * 1024)
      transfers.append(id, Buffer.byteLength(text.slice(0, at)), text.slice(at, at + 1024 * 1024))
    return id
  }
  return {
    ...desk,
    teacher,
    bring,
    teach: (content) => teacher.teach(bring(content), 'rehearsal'),
    refusal: (content) =>
      teacher.preview(bring(content), 'rehearsal').then(
        (preview) => {
          throw new Error(`It was taken: ${JSON.stringify(preview)}`)
        },
        (error: unknown) => {
          if (!(error instanceof DeskError)) throw error
          return error.toShape()
        },
      ),
  }
}
