import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** What decides whether a window can be opened. Tests pass their own. */
export interface HostSystem {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** 0 for root; undefined where the system has no user ids. */
  uid: number | undefined
}

export const thisSystem = (): HostSystem => ({ platform: process.platform, env: process.env, uid: process.getuid?.() })

function hasDisplay({ platform, env }: HostSystem): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
}

/** The end of a sentence, or undefined where a window can open. The sandbox is never given up. */
export function whyNoWindow(system: HostSystem): string | undefined {
  if (!hasDisplay(system)) return 'there is no display to open a window on'
  if (system.platform === 'linux' && system.uid === 0) return 'root gets none of the sandbox that it keeps'
  return undefined
}

/** The end of a sentence, or undefined where this Linux gives the runtime a sandbox. */
export function whyNoSandbox(executable: string, { platform }: HostSystem): string | undefined {
  if (platform !== 'linux') return undefined
  const restricted =
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    setting('/proc/sys/user/max_user_namespaces') === '0'
  return restricted && !isSetuidRoot(join(dirname(executable), 'chrome-sandbox'))
    ? 'this system lets it make none of the sandbox that it keeps'
    : undefined
}

export function hasBrowser(system: HostSystem): boolean {
  if (system.platform !== 'linux') return true
  return (
    hasDisplay(system) &&
    (system.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, 'xdg-open')))
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
