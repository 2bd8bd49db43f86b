// Which names speak for a secret: main masks such fields wherever they turn up, screens keep them out of links and type them blind.
const exact: ReadonlySet<string> = new Set(
  `password passwd passphrase secret apikey apisecret authtoken accesstoken refreshtoken sessiontoken bearertoken idtoken token streamkey
  clientsecret privatekey authorization serviceapikey xserviceapikey cardnumber cvc cvv pin otp`.split(/\s+/),
)
const ending = /(?:password|secret|apikey|streamkey|authtoken|accesstoken|refreshtoken|privatekey)$/

/** Whether a field of this name holds a secret, however it is cased or separated: `apiKey`, `API-KEY`, `provider_stream_key`. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9$]/g, '')
  return !plain.startsWith('$') && (exact.has(plain) || ending.test(plain))
}
