import { blockingIn } from '../../../lib/app/blocked.js'
import { blockContact, readContact } from '../../../lib/blocked/block-people.js'
import { hashOfBlocked, liftBlock } from '../../../lib/blocked/store/blocked-store.js'
import { text } from '../../../lib/fields/values.js'
import { OsdiError } from '../../../lib/runtime/errors.js'
import { command } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { describeOwner, flag, optional, owner, ownerIn } from '../../options.js'
import { formatDetails } from '../../output/format.js'
import { readCountry } from '../../../lib/access/store/read-settings.js'

const contact = {
  ...owner,
  email: optional('--email <address>', 'the email address', text),
  phone: optional('--phone <number>', 'the phone number, in the country of the owner where it has no code', text),
}

/** @throws UsageError unless exactly one of the two is given */
function contactIn({ email, phone }: { email?: string | undefined; phone?: string | undefined }): string {
  const [typed, ...others] = [email, phone].filter((each) => each !== undefined)
  if (typed === undefined || others.length > 0)
    throw new UsageError('Give either --email <address> or --phone <number>.')
  if (email !== undefined && !email.includes('@')) throw new UsageError('--email must be an email address.')
  return typed
}

export const block = command({
  name: 'block',
  does: 'Block a contact: who has it is refused by every event of the owner, and is not told',
  example: 'person block --group 6f2b8f5e-… --email loud@example.org --reason "Threats" --cancel-rsvps',
  options: {
    ...contact,
    reason: optional('--reason <text>', 'why; only the team sees it', text),
    cancel_rsvps: flag('--cancel-rsvps', 'also cancel the RSVPs to coming events, without an email'),
  },
  run: async ({ reason, cancel_rsvps = false, ...values }, { open }) => {
    const of = ownerIn(values)
    const asked = { contact: contactIn(values), reason, cancelsRsvps: cancel_rsvps }
    const { table } = await open()
    const { cancelled } = await orMissing(blockContact(blockingIn(table), of, asked), describeOwner(of))
    const summary = { blocked: asked.contact, cancelled_rsvps: cancelled }
    return { json: summary, text: formatDetails(summary) }
  },
})

export const unblock = command({
  name: 'unblock',
  does: 'Lift the block of a contact',
  example: 'person unblock --group 6f2b8f5e-… --email loud@example.org',
  options: contact,
  run: async (values, { open }) => {
    const of = ownerIn(values)
    const typed = contactIn(values)
    const { table } = await open()
    const read = readContact(typed, await readCountry(table, of))
    const hash = read && (await hashOfBlocked(table, of, read))
    if (hash === undefined || !(await liftBlock(table, of, hash)))
      throw new OsdiError('not_found', `There is no block of ${typed}.`)
    const summary = { lifted: typed }
    return { json: summary, text: formatDetails(summary) }
  },
})
