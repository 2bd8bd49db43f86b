import { defined } from '#contract/defined.ts'
import { parseHostOptions, type HostOptions } from '../loopback/options.ts'

const flags = ['--profile', '--environment', '--base-url']

/** The desk's flags among those of Electron and Chromium. Throws DeskError `invalid_input` with the flag. */
export function parseShellOptions(
  args: readonly string[],
): Pick<HostOptions, 'profile' | 'environment' | 'baseUrl' | 'confirmOrigin'> {
  const own = args.flatMap((text, index) => {
    if (text === '--confirm-origin') return [text]
    if (flags.includes(text)) return args.slice(index, index + 2)
    return flags.some((flag) => text.startsWith(`${flag}=`)) ? [text] : []
  })
  const { profile, environment, baseUrl, confirmOrigin } = parseHostOptions(own)
  return { profile, ...defined({ environment, baseUrl, confirmOrigin }) }
}
