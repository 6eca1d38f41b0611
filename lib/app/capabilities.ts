import { apiKey } from '../access/capabilities.js'
import { friendCodes, guestLink } from '../attendances/capabilities.js'
import { feedSecret } from '../calendars/capabilities.js'
import { boxLink } from '../consent/capabilities.js'
import { hostLinks } from '../hosting/capabilities.js'
import { addressLink, readerLink } from '../mail/capabilities.js'
import { formTokens } from '../manage/capabilities.js'
import { ownDataCodes } from '../pages/capabilities.js'
import type { Capability } from '../runtime/capability.js'
import { knownBrowser, passkeyChallenge, providerAttempt, session, signInLink } from '../sign-in/capabilities.js'
import { helperCookie, teamLinks } from '../stewards/capabilities.js'
import { proofOfWork } from '../visitors/capabilities.js'
import { webhookSecret } from '../webhooks/capabilities.js'

/** Every key, link, cookie and code of the service. */
export const capabilities: readonly Capability[] = [
  apiKey,
  session,
  knownBrowser,
  signInLink,
  passkeyChallenge,
  providerAttempt,
  formTokens,
  teamLinks,
  helperCookie,
  hostLinks,
  guestLink,
  ownDataCodes,
  friendCodes,
  readerLink,
  boxLink,
  addressLink,
  feedSecret,
  webhookSecret,
  proofOfWork,
]
