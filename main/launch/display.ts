import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** What decides whether a window can be opened; read from the system, passed in by tests. */
export interface Surroundings {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** User id, 0 for root; undefined where the system has none. */
  uid: number | undefined
}

export const here = (): Surroundings => ({ platform: process.platform, env: process.env, uid: process.getuid?.() })

/** Whether there is a screen to draw on. */
function hasDisplay({ platform, env }: Surroundings): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
}

/** Why Electron can't open its window here, as the end of a sentence; undefined where it can. The sandbox is never given up for it. */
export function whyNoWindow(surroundings: Surroundings): string | undefined {
  if (!hasDisplay(surroundings)) return 'there is no display to open a window on'
  if (surroundings.platform === 'linux' && surroundings.uid === 0) return 'root gets none of the sandbox that it keeps'
  return undefined
}

/** Why the runtime at `executable` gets no sandbox on this Linux, as the end of a sentence; undefined where it has one. */
export function whyNoSandbox(executable: string, { platform }: Surroundings): string | undefined {
  if (platform !== 'linux') return undefined
  const restricted =
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    setting('/proc/sys/user/max_user_namespaces') === '0'
  return restricted && !isSetuidRoot(join(dirname(executable), 'chrome-sandbox'))
    ? 'this system lets it make none of the sandbox that it keeps'
    : undefined
}

/** Whether the address can be opened in a browser of this machine. */
export function hasBrowser(surroundings: Surroundings): boolean {
  if (surroundings.platform !== 'linux') return true
  return (
    hasDisplay(surroundings) &&
    (surroundings.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, 'xdg-open')))
  )
}

function setting(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

function isSetuidRoot(path: string): boolean {
  if (!existsSync(path)) return false
  const { uid, mode } = statSync(path)
  return uid === 0 && (mode & 0o4000) !== 0
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
