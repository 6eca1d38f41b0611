import {
  array,
  boolean,
  literal,
  maxLength,
  nonEmpty,
  object,
  optional,
  pipe,
  regex,
  safeParse,
  string,
  type GenericSchema,
  type InferOutput,
} from 'valibot'

/** The most bytes of a credential's id (WebAuthn, section 6.5.1). In base64url, they are a third more. */
const LONGEST_ID = Math.ceil((1023 * 4) / 3)

/** The answer of a browser has some 1,000 letters. One that is much longer is not read. */
const MOST_LETTERS = 20_000

const bytes = pipe(string(), nonEmpty(), regex(/^[\w-]+$/))
const id = pipe(bytes, maxLength(LONGEST_ID))

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The answer of `navigator.credentials.get`, as the script of the page sends it. */
const assertion = object({
  id,
  rawId: id,
  type: literal('public-key'),
  response: object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  }),
})
export type AssertionResponse = InferOutput<typeof assertion>

/** The answer of `navigator.credentials.create`. Browsers may name transports that are not known yet. */
const registration = object({
  id,
  rawId: id,
  type: literal('public-key'),
  response: object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: optional(array(string()), []),
  }),
})
export type RegistrationResponse = InferOutput<typeof registration>

/** The part of what the browser signs that says for which challenge. */
const clientData = object({
  challenge: string(),
  crossOrigin: optional(boolean(), false),
})

const read = <Value>(schema: GenericSchema<unknown, Value>, json: string): Value | undefined => {
  if (json.length > MOST_LETTERS) return undefined
  try {
    const { success, output } = safeParse(schema, JSON.parse(json))
    return success ? output : undefined
  } catch {
    return undefined
  }
}

export const readAssertion = (sent: string) => read(assertion, sent)

export const readRegistration = (sent: string) => read(registration, sent)

/** Returns the challenge that a browser answers. @returns undefined also for a page in a frame of another site */
export function challengeIn(clientDataJSON: string): string | undefined {
  const found = read(clientData, Buffer.from(clientDataJSON, 'base64url').toString())
  return found?.crossOrigin ? undefined : found?.challenge
}

/** Returns the transports of those that are known, each once. */
export const knownTransports = (named: string[]) => TRANSPORTS.filter((each) => named.includes(each))
