import { contactsOfEvent } from '../../events/store/contacts-of-events.js'
import { confirmationsOfEvent } from '../../attendances/store/confirmations.js'
import type { EventReaction } from '../../events/store/write-events.js'
import { mailToHost } from '../../hosting/store/mail-to-host.js'
import { queueOfEvent } from '../../hosting/store/review-queue.js'
import { mailOfEvent, mailOfImportedEvent } from '../../mail/store/event-mail.js'
import { listingsOfEvent } from '../../near/store/listed-items.js'
import { causeOfPromotion } from './promotion.js'
import { seatsOfEvent } from '../../seats/store/seats-of-event.js'

const withMails = (mails: EventReaction[]): EventReaction[] => [
  contactsOfEvent,
  confirmationsOfEvent,
  seatsOfEvent(causeOfPromotion),
  ...mails,
  listingsOfEvent,
  queueOfEvent,
]

/** The reactions of the rooms when an event is written, in the order in which they work. */
export const eventReactions = withMails([mailToHost, mailOfEvent])

/** The same for events of another service, which has mailed its people itself. */
export const importedEventReactions = withMails([mailOfImportedEvent])
