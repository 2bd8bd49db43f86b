import { scanJson, type JsonFault } from './json-scan.ts'

export type ParsedJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault; offset: number }

export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    const scanned = scanJson(text)
    return scanned.ok ? { ok: false, fault: 'value', offset: 0 } : scanned
  }
}
