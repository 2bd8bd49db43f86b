import { messageOf } from '#contract/errors.ts'
import { scanJson } from './json-scan.ts'

export type ParsedJson = { ok: true; value: unknown } | { ok: false; message: string; offset: number }

export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    const scanned = scanJson(text)
    return scanned.ok ? { ok: false, message: messageOf(error), offset: 0 } : scanned
  }
}
