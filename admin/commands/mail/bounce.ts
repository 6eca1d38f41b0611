import { suppressAddress } from '../../../lib/domain/bounce.js'
import type { Owner } from '../../../lib/domain/principal.js'
import { suppress } from '../../../lib/dynamodb/stores/mail-store.js'
import { personStore } from '../../../lib/dynamodb/stores/person-store.js'
import { command } from '../../command.js'
import { emailAddress, flag, required } from '../../options.js'
import { wholeList } from '../../whole-list.js'

export const bounce = command({
  name: 'bounce',
  does: 'Note that an address takes no mail, as a notice of a bounce or a complaint would',
  example: 'mail bounce --email ada@example.org --json',
  options: {
    email: required('--email <address>', 'the address', emailAddress),
    complaint: flag('--complaint', 'the person has complained about a mail'),
  },
  run: async ({ email, complaint }, { open }) => {
    const { table, owners } = await open()
    const people = personStore(table)
    const [groups, accounts] = await Promise.all([
      wholeList((page) => owners.groups(page)),
      wholeList((page) => owners.accounts(page)),
    ])
    const all: Owner[] = [
      ...groups.map(({ id }): Owner => `group:${id}`),
      ...accounts.map(({ id }): Owner => `account:${id}`),
    ]
    const found: { owner: Owner; id: string }[] = []
    for (const owner of all) {
      const id = await people.holderOf(owner, { email: email.toLowerCase() })
      if (id !== undefined) found.push({ owner, id })
    }
    const status = complaint ? 'spam complaint' : 'bouncing'
    await suppressAddress(email, status, found, {
      suppress: (address, reason, now) => suppress(table, address, reason, now),
      people,
      now: () => new Date(),
    })
    return {
      json: { email, status, people: found.map(({ id }) => id) },
      text: `Nothing goes to ${email} any more. ${found.length} people have it.`,
    }
  },
})
