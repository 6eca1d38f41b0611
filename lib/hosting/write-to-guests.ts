import type { OsdiEvent } from '../events/event.js'
import { isOver } from '../events/upcoming.js'
import type { MessageMailing } from '../mail/mailing.js'
import { type MessageDraft, newMessage, requireMessage } from '../mail/message.js'
import type { RateStore } from '../http/state/rate-store.js'
import { derivedId } from '../fields/identifier.js'
import { OsdiError } from '../runtime/errors.js'
import { unsavedQuery } from '../targeting/record-query.js'
import { runQuery } from '../targeting/run-query.js'
import type { Targeting } from '../targeting/sources.js'

/** Messages of a host in a day. */
const MOST_A_DAY = { requests: 3, seconds: 24 * 60 * 60 }

/** The query by which a host writes to the guests of an event, and by which the messages are found. */
export const guestsWrittenTo = (event: string): string => derivedId('guests a host writes to', event)

export interface WritingDependencies {
  targeting: Targeting
  messages: { create(message: MessageMailing): Promise<void> }
  attempts: RateStore
}

/**
 * Writes a message of the host to the people who come. It is a message to the people of a query, as those of
 * organizers, so that they see it and its numbers.
 * @param id of the form: a form that is sent twice writes one message
 * @throws OsdiError invalid, as requireMessage; too_many_requests after three messages in a day
 */
export async function writeToGuests(
  event: OsdiEvent,
  draft: MessageDraft,
  {
    id,
    replyTo,
    isOfStranger = false,
    now,
  }: { id: string; replyTo?: string | undefined; isOfStranger?: boolean; now: Date },
  { targeting, messages, attempts }: WritingDependencies,
): Promise<void> {
  requireMessage(draft)
  const allowance = await attempts.take(derivedId('messages of a host', event.id), MOST_A_DAY, now)
  if (allowance.isExceeded)
    throw new OsdiError('too_many_requests', 'A host may write three messages a day', [], allowance.reset)
  const query = await unsavedQuery(targeting, event.owner, guestsWrittenTo(event.id), {
    include: [event.id],
    title: event.title,
  })
  const { result } = await runQuery(targeting, query)
  const message = newMessage(draft, {
    id,
    owner: event.owner,
    result,
    due: now,
    author: event.creator,
    about: event.id,
    replyTo,
    isOfStranger,
    now,
    // As a message of the team: once the event is over, it is for people on the mailing list.
    isToGuests: !isOver(event, now),
  })
  await messages.create(message)
}
