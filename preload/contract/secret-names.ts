// Which names speak for a secret: main masks such fields, screens keep them out of links. A name is read as its words:
// `apiKey`, `API-KEY`, `provider_stream_key_2`.

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Ordinary at the end of a longer name: an event pass, a spin, a span. */
const whole = list(`
  pass pin pan otp totp csc sid bearer cookie cookies tan auth
`)

/** Secret whatever is before them: `userPassword`, `idJwt`, `bankIban`. */
const last = list(`
  password passwords passwd pwd passphrase passcode secret credential credentials creds jwt iban ssn cvv cvc cvn mnemonic authorization token
`)

/** The last two words: a key or a code alone is ordinary. */
const lastTwo = list(`
  apikey secretkey accesskey signingkey encryptionkey privatekey streamkey ingestkey rtmpkey masterkey sharedkey sessionkey servicekey serverkey
  clientkey webhookkey adminkey authkey licensekey sshkey pgpkey hmackey jwtkey writekey devicekey userkey
  accesstokens refreshtokens authtokens sessiontokens idtokens apitokens resettokens devicetokens bearertokens apikeys streamkeys accesskeys secretkeys privatekeys
  securitycode verificationcode authcode accesscode passcode pincode resetcode recoverycode recoverycodes backupcode backupcodes authorizationcode
  activationcode confirmationcode onetimecode factorcode mfacode otpcode smscode totpcode logincode cardcode
  securityanswer secretanswer seedphrase recoveryphrase passphrase authpin cardpin loginpin securitypin
  cardnumber cardno cardpan sessionid authheader basicauth userpass dbpass loginpass smtppass ftppass rtmppass authpass adminpass
`)

/** Still the same secret: `streamKeyBackup`, `passwordConfirmation`. */
const after = list(`
  confirmation confirm confirmed repeat repeated again verify verification check hash hashed digest salt text plain raw new old current previous backup primary
  secondary main alt base live test prod production staging pem encrypted masked
`)

/** Before `token` these are places in a list. */
const pages = list('page next previous prev continuation cursor sync offset start')

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '')

const known = new Map<string, boolean>()
const mostKnown = 8_192

/** `parent` is the field around it: a card has a `number`. */
export function isSecretName(name: string, parent = ''): boolean {
  if (name === 'number' && parent !== '') return /card$/i.test(parent)
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const answer = judged(name)
  known.set(name, answer)
  return answer
}

function judged(name: string): boolean {
  if (name.startsWith('$') || name.length > 200) return false
  const words = wordsOf(name)
  if (speaks(words)) return true
  // One word for the secret is left in any case.
  const cut = words.findLastIndex((word) => !after.has(word)) + 1
  return cut > 0 && cut < words.length && speaks(words.slice(0, cut))
}

function speaks(words: readonly string[]): boolean {
  const [end = '', beforeEnd = ''] = [words.at(-1), words.at(-2)]
  const joined = words.join('')
  if (whole.has(joined) || lastTwo.has(beforeEnd + end) || lastTwo.has(joined)) return true
  if (end === 'token') return !pages.has(beforeEnd)
  return last.has(end) || runTogether.test(joined)
}

/** Names in one case show no words. */
const runTogether =
  /(?:password|passwd|passphrase|secret|credentials?|apikey|streamkey|secretkey|accesskey|privatekey|signingkey|auth_?token|accesstoken|refreshtoken|resettoken|devicetoken|sessiontoken|bearertoken|idtoken|cardnumber|securitycode)$/

/** Wider, since a sign-in has no public text: also what a service may call its password or one-time code. */
export const isSignInSecretName = (name: string): boolean => isSecretName(name) || opening.test(name)

const opening = /pass|pwd|^pw$|secret|token|jwt|cred|code|otp|pin$|key$|phrase|answer/i
