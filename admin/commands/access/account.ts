import { randomUUID } from 'node:crypto'
import type { Account } from '../../../lib/access/group.js'
import { command, family } from '../../command.js'
import { namedIn, newPerson, person } from '../../people/new-person.js'
import { limit } from '../../options.js'
import { formatDetails, formatTable } from '../../output/format.js'
import { wholeList } from '../../whole-list.js'
import { updateOwner } from './update-owner.js'

const create = command({
  name: 'create',
  does: 'Make an individual account together with its person',
  example: 'account create --given-name Joan --family-name Reyes --email joan@example.org',
  options: person,
  run: async (named, { open }) => {
    const { owners } = await open()
    const now = new Date()
    const id = randomUUID()
    const owned = newPerson(`account:${id}`, named, now)
    const account: Account = { id, person: owned.id, created_date: now.toISOString() }
    await owners.createAccount(account, owned)
    return { json: account, text: formatDetails({ ...account }) }
  },
})

const list = command({
  name: 'list',
  does: 'List the individual accounts, newest first',
  example: 'account list --limit 10',
  options: { limit },
  run: async ({ limit }, { open }) => {
    const { owners } = await open()
    const accounts = await wholeList((page) => owners.accounts(page), limit)
    const people = await owners.people(accounts.map(({ person }) => person))
    const accountsWithNames = accounts.map(({ sign_in_address: _address, ...account }) => ({
      ...account,
      ...namedIn(people.find(({ id }) => id === account.person)),
    }))
    const rows = accountsWithNames.map(({ id, person, given_name, family_name, email }) => ({
      id,
      person,
      name: `${given_name} ${family_name}`,
      email,
    }))
    return { json: accountsWithNames, text: formatTable(rows, 'There are no individual accounts.') }
  },
})

export const accountCommands = family('account', 'Individual accounts, each with its person', 'account list --json', [
  create,
  list,
  updateOwner('account', 'an individual account'),
])
