import { type Owner, groupIdOf } from '../runtime/owner.js'

/** The path of the organizer's interface. */
export const HOME = '/manage'

/** The page about the session: the address, the groups, the way out. */
export const YOU = `${HOME}/you`

export const SIGN_IN = `${HOME}/sign-in`

/** The passkeys of who is signed in. */
export const PASSKEYS = `${YOU}/passkeys`

/** Signs in with a passkey. GET answers what a browser needs for it. */
export const PASSKEY_SIGN_IN = `${SIGN_IN}/passkey`

/** The path of a link to sign in. */
export const signInPath = (secret: string) => `${SIGN_IN}/${secret}`

/** The page from which the organizers of a group sign in by its identity provider, and its button. */
export const providerPath = (group: string, step = '') => `${SIGN_IN}/${group}${step && `/${step}`}`

/**
 * The path to which the identity provider of a group sends its answers. Each group has its own: an answer of one
 * provider is never taken for that of another (RFC 9700, 4.4.2).
 */
export const callbackPath = (group: string) => providerPath(group, 'callback')

/** The path of a group or an account, or of a section of it. @param id of the group, or of the account's person */
export const ownerPath = (id: string, section = '') => `${HOME}/${id}${section && `/${section}`}`

/** The page of a webhook of a group; for an account, whose person is not known here, where the interface begins. */
export function webhookPath(owner: Owner, webhook: string): string {
  const group = groupIdOf(owner)
  return group === undefined ? HOME : ownerPath(group, `webhooks/${webhook}`)
}

export const eventPath = (id: string, page = '') => `${HOME}/events/${id}${page && `/${page}`}`

export const requestsPath = (event: string) => `${eventPath(event, 'guests')}?status=requested`

/** Where the script of a new event asks how it repeats, in a sentence. */
export const sentencePath = (owner: string) => ownerPath(owner, 'sentence')

/** The path of the addresses that the form of an event suggests. */
export const addressesPath = (owner: string) => ownerPath(owner, 'addresses')

/** The script of every page. */
export const FRAME_SCRIPT = `${HOME}/frame.js`

/** The script of the form of an event, which makes banners small before they are sent. */
export const EVENT_FORM_SCRIPT = `${HOME}/event-form.js`

/** The script that reads the QR codes of guests. */
export const SCAN_SCRIPT = `${HOME}/scan.js`

/** The module that reads QR codes where the browser cannot: the script above loads it when it is needed. */
export const QR_DECODER_SCRIPT = `${HOME}/qr-decoder.js`

/** The script of the form of a message. */
export const COMPOSER_SCRIPT = `${HOME}/composer.js`

/** The script that counts the people of a sentence. */
export const SENTENCE_SCRIPT = `${HOME}/sentence.js`

/** The script that goes on with an import. */
export const IMPORT_SCRIPT = `${HOME}/import.js`

/** The script of the door, which keeps taps while there is no network. */
export const DOOR_SCRIPT = `${HOME}/door.js`

/** The service worker of the door, which keeps its page on the device. */
export const DOOR_WORKER_SCRIPT = `${HOME}/door-worker.js`

/** The script that asks the browser for passkeys. */
export const PASSKEY_SCRIPT = `${HOME}/passkeys.js`

/** The script of the review, which decides by keys. */
export const REVIEW_SCRIPT = `${HOME}/review.js`

/** A campaign, or a page of it. */
export const campaignPath = (owner: string, campaign: string, of?: string) =>
  ownerPath(owner, `campaigns/${campaign}${of === undefined ? '' : `/${of}`}`)

/** The review of the events of a campaign. */
export const reviewPath = (owner: string, campaign: string) => ownerPath(owner, `campaigns/${campaign}/review`)
