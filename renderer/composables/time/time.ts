const pad = (value: number): string => String(value).padStart(2, '0')

/** `0:14`, `12:05`, `1:02:03`; rounded up, so that it never shows 0:00 while it waits. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** `01:23:45`, always as wide; `-` before the start. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1_000)
  return `${ms < 0 ? '-' : ''}${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor((seconds % 3_600) / 60))}:${pad(seconds % 60)}`
}

/** `3 s`, `4 min`, `2 h`, `5 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** `20:14:05` in the local zone, or in UTC. */
export function formatClock(at: Date, utc = false): string {
  return utc
    ? `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`
    : `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`
}

/** `2026-11-21` in the local zone, or in UTC. */
export function formatDate(at: Date, utc = false): string {
  return utc
    ? `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`
    : `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** `2026-11-21 20:14:05` in the local zone, or with ` UTC` behind it in UTC. */
export function formatInstant(at: Date, utc = false): string {
  return `${formatDate(at, utc)} ${formatClock(at, utc)}${utc ? ' UTC' : ''}`
}

/** Local time and UTC. */
export const formatBothZones = (at: Date): string => `${formatInstant(at)} \u00b7 ${formatInstant(at, true)}`

/** `42 ms`, `1.3 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
