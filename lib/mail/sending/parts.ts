import type { EventMailing, Leased, MessageMailing, PartMailing } from '../mailing.js'
import type { MailingStore } from '../store/mailing-store.js'

/*
 * A mailing to many people is worked off in parts, each by a process of its own, so that it is as fast as the account
 * may send. A part is sent one email after the other: a crash concerns one email of each part at most.
 */

/** People of a part, if they are not too many parts then. */
const PEOPLE = 2_000

/** They are created in one transaction. */
const MOST_PARTS = 64

/**
 * The sleep of a mailing whose parts are under way, in milliseconds: it looks then whether the last of them has ended.
 */
const SLEEP_MS = 600_000

interface Dependencies {
  mailings: Pick<MailingStore, 'split' | 'wake' | 'release' | 'finish' | 'count'>
  now: () => Date
  peopleOfPart?: number
}

/**
 * Leaves a mailing to its parts, where it has many people or has been split before.
 * @returns whether it is left to them
 */
export async function leaveToParts(
  leased: Leased<EventMailing | MessageMailing>,
  { mailings, now: clock, peopleOfPart = PEOPLE }: Dependencies,
): Promise<boolean> {
  const now = clock()
  const { mailing } = leased
  if (mailing.parts === undefined) {
    const people = mailing.kind === 'message' ? mailing.total : await mailings.count(mailing)
    if (people - mailing.position <= peopleOfPart) return false
    await mailings.split(mailing, partsOf(mailing, people, peopleOfPart), now)
  } else if (mailing.parts_done === mailing.parts) {
    await mailings.finish(mailing.id, now)
    return true
  } else await mailings.wake(mailing, now)
  await mailings.release(leased, new Date(now.getTime() + SLEEP_MS))
  return true
}

/** The positions of each part. The last one of an event goes on to people who come to be there meanwhile. */
function partsOf(
  { kind, position }: EventMailing | MessageMailing,
  people: number,
  least: number,
): Pick<PartMailing, 'position' | 'end'>[] {
  const size = Math.max(least, Math.ceil((people - position) / MOST_PARTS))
  const count = Math.ceil((people - position) / size)
  return Array.from({ length: count }, (_, i) => ({
    position: position + i * size,
    ...((i < count - 1 || kind === 'message') && { end: Math.min(position + (i + 1) * size, people) }),
  }))
}
