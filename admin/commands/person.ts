import { erasePerson } from '../../lib/merging/erase-person.js'
import { OsdiError, notFound } from '../../lib/runtime/errors.js'
import { blockContact, readContact } from '../../lib/blocked/block-people.js'
import { blockedStore } from '../../lib/blocked/store/blocked-store.js'
import { blockingIn } from '../../lib/app/blocked.js'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { text } from '../../lib/fields/values.js'
import { ownerReactions } from '../../lib/app/reactions/owner.js'
import { endAccess } from '../../lib/sign-in/store/end-access.js'
import { erasureIn, mergingIn } from '../../lib/app/merging.js'
import { command, family } from '../command.js'
import { UsageError, orMissing } from '../errors.js'
import { describeOwner, flag, optional, owner, ownerIn, required } from '../options.js'
import { formatDetails } from '../output/format.js'

const erase = command({
  name: 'erase',
  does: 'Forget who a person is; what they attended stays counted. It cannot be undone',
  example: 'person erase f119408a-…',
  options: {
    id: required('<id>', 'id of the person', text),
    end_access: flag(
      '--end-access',
      'first end the role, sessions, links, passkeys and sign-in address of a member or of the person of an account',
    ),
  },
  run: async ({ id, end_access }, { open }) => {
    const { owners, table } = await open()
    const erased = async () => {
      const [found] = await owners.people([id])
      if (!found) throw notFound()
      if (end_access) await endAccess(table, found.owner, id, ownerReactions)
      return erasePerson(found.owner, id, erasureIn(table))
    }
    const { person, attendances, taggings } = await orMissing(erased(), `person with the id ${id}`)
    const { owner, erased_date } = person
    const summary = { id, owner, erased_date, attendances, taggings }
    return { json: summary, text: formatDetails(summary) }
  },
})

const merge = command({
  name: 'merge',
  does: 'Merge a person into another one of the same owner, who stays. It cannot be undone: export before',
  example: 'person merge f119408a-… 0b9d403e-… --json',
  options: {
    keep: required('<keep>', 'id of the person who stays', text),
    other: required('<other>', 'id of the person who is merged into that one', text),
  },
  run: async ({ keep, other }, { open }) => {
    const { owners, table } = await open()
    const merged = async () => {
      const [stays] = await owners.people([keep])
      if (!stays) throw notFound()
      return mergePeople(stays.owner, keep, other, mergingIn(table))
    }
    const { identifiers, attendances, taggings, lists } = await orMissing(
      merged(),
      `person with the id ${keep} or ${other} among the people of one owner`,
    )
    const summary = { keep, other, identifiers, attendances, taggings, lists }
    return { json: summary, text: formatDetails(summary) }
  },
})

const contact = {
  ...owner,
  email: optional('--email <address>', 'the email address', text),
  phone: optional(
    '--phone <number>',
    'the phone number, in the country of the owner where it has no code',
    text,
  ),
}

/** @throws UsageError unless exactly one of the two is given */
function contactIn({ email, phone }: { email?: string | undefined; phone?: string | undefined }): string {
  const [typed, ...others] = [email, phone].filter((each) => each !== undefined)
  if (typed === undefined || others.length > 0)
    throw new UsageError('Give either --email <address> or --phone <number>.')
  if (email !== undefined && !email.includes('@')) throw new UsageError('--email must be an email address.')
  return typed
}

const block = command({
  name: 'block',
  does: 'Block a contact: who has it is refused by every event of the owner, and is not told',
  example: 'person block --group 6f2b8f5e-… --email loud@example.org --reason "Threats" --cancel-rsvps',
  options: {
    ...contact,
    reason: optional('--reason <text>', 'why; only the team sees it', text),
    cancel_rsvps: flag('--cancel-rsvps', 'also cancel the RSVPs to coming events, without a mail'),
  },
  run: async ({ reason, cancel_rsvps = false, ...values }, { open }) => {
    const of = ownerIn(values)
    const asked = { contact: contactIn(values), reason, cancelsRsvps: cancel_rsvps }
    const { table } = await open()
    const { cancelled } = await orMissing(blockContact(of, asked, blockingIn(table)), describeOwner(of))
    const summary = { blocked: asked.contact, cancelled_rsvps: cancelled }
    return { json: summary, text: formatDetails(summary) }
  },
})

const unblock = command({
  name: 'unblock',
  does: 'Lift the block of a contact',
  example: 'person unblock --group 6f2b8f5e-… --email loud@example.org',
  options: contact,
  run: async (values, { open }) => {
    const of = ownerIn(values)
    const typed = contactIn(values)
    const { table } = await open()
    const { people } = blockingIn(table)
    const read = readContact(typed, await people.countryOf(of))
    const store = blockedStore(table)
    const hash = read && (await store.hashOf(of, read))
    if (hash === undefined || !(await store.lift(of, hash)))
      throw new OsdiError('not_found', `There is no block of ${typed}.`)
    const summary = { lifted: typed }
    return { json: summary, text: formatDetails(summary) }
  },
})

export const personCommands = family('person', 'People on request', 'person erase f119408a-… --json', [
  erase,
  merge,
  block,
  unblock,
])
