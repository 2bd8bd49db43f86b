const day = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const hours = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?'
const zone = '(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)'

const patterns = {
  'date-time': new RegExp(`^${day}T${hours}${zone}$`),
  date: new RegExp(`^${day}$`),
  time: new RegExp(`^${hours}${zone}?$`),
  email:
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
  uri: /^[a-z][a-z0-9+.-]{0,31}:\/\/[\x21-\x7e]+$/i,
}

export type Format = keyof typeof patterns
export const formats = Object.keys(patterns) as readonly Format[]

const longest = 2_048

/** A time may lack its zone, as in the platform's own bodies. */
export function formatOf(text: string): Format | undefined {
  return text.length > longest ? undefined : formats.find((format) => patterns[format].test(text))
}
