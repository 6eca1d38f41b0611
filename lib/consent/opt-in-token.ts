import { type LinkKeys, idToken, readIdToken } from '../attendances/links/link-token.js'

/*
 * The link in the email that asks to confirm a box. Its token names the box, and is signed for this purpose alone
 * (docs/decisions/0029).
 */

const PURPOSE = 'confirm a subscription'

export const optInToken = (keys: LinkKeys, id: string): string => idToken(keys, id, PURPOSE)

/** @returns undefined when the token is malformed, revoked or not signed by its key */
export const readOptInToken = (keys: LinkKeys, token: string): string | undefined => readIdToken(keys, token, PURPOSE)
