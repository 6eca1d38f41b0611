import { lengthOf, lists } from '../../collections/numbered-list.js'
import { readRange } from '../../collections/read-range.js'
import type { Person } from '../../people/person.js'
import { wordingsFor } from '../../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../../mail/texts.js'
import type { Owner } from '../../runtime/owner.js'
import type { Site } from '../../runtime/site.js'
import { type Table, valueOf } from '../../table/table.js'
import { optInStore } from './opt-in-store.js'
import { inPieces } from '../../table/in-parallel.js'
import { type WithoutBox, cameWithoutBox } from '../without-box.js'

/** People of one read, and people who are asked at once. */
const [PIECE, AT_ONCE] = [500, 25]

interface Walk {
  /** The place where an earlier walk left off. */
  after?: WithoutBox
  /** It stops after this time, in milliseconds since 1970. */
  until?: number
  /** Is called with who was subscribed by an RSVP without a box. @returns how many of them it asks now */
  ask?: ((people: Person[]) => Promise<number>) | undefined
}

const NOTHING: WithoutBox = { next: 1, subscribed: 0, without_box: 0, asked: 0 }

/**
 * Counts who was subscribed by an RSVP without a box, over all people of an owner. No RSVP counts it: a counter would
 * be one more item for each, on which all RSVPs of a rush meet.
 */
export async function walkWithoutBox(
  table: Table,
  owner: Owner,
  { after = NOTHING, until = Infinity, ask }: Walk = {},
): Promise<WithoutBox> {
  const list = lists.peopleOf(owner)
  const length = await lengthOf(table, list)
  let { next = length + 1, subscribed, without_box, asked } = after
  do {
    const items = next > length ? [] : await readRange(table, list, next, Math.min(length, next + PIECE - 1))
    const people = items.map((item) => valueOf<Person>(item))
    subscribed += people.filter(({ email_addresses: [email] }) => email?.status === 'subscribed').length
    const found = people.filter(cameWithoutBox)
    without_box += found.length
    if (ask) for (const some of inPieces(found, AT_ONCE)) asked += await ask(some)
    next += PIECE
  } while (next <= length && Date.now() < until)
  return { ...(next <= length && { next }), subscribed, without_box, asked }
}

/** Walks in the same way, and asks by mail who is found, once for all. */
export async function askWithoutBox(
  table: Table,
  { publicUrl }: Site,
  owner: Owner,
  walk: Omit<Walk, 'ask'> = {},
): Promise<WithoutBox> {
  const { settings, title } = await wordingsFor(table, owner)
  const { language, messages } = mailMessagesFor(settings.language)
  const text = messages.opt_in_listed.replace('{group}', () => title ?? new URL(publicUrl).host)
  const askOne = ({ id: person, email_addresses: [email] }: Person) =>
    optInStore(table).askListed({
      owner,
      person,
      address: email?.address ?? '',
      text,
      language,
      date: new Date().toISOString(),
      page: `${publicUrl}/opt-in`,
    })
  const ask = async (people: Person[]) => (await Promise.all(people.map(askOne))).filter(Boolean).length
  return walkWithoutBox(table, owner, { ...walk, ask })
}
