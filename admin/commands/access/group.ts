import { randomUUID } from 'node:crypto'
import type { Group } from '../../../lib/access/group.js'
import { text, webAddress } from '../../../lib/fields/values.js'
import { command, family } from '../../command.js'
import { orMissing } from '../../errors.js'
import { newPerson } from '../../people/new-person.js'
import { emailAddress, limit, optional, required } from '../../options.js'
import { formatDetails, formatTable } from '../../output/format.js'
import { wholeList } from '../../whole-list.js'
import { updateOwner } from './update-owner.js'

/** Returns a group as it is printed, with all of its readable addresses in a line. */
const detailsOf = ({ former_slugs: former, ...group }: Group): string =>
  formatDetails({ ...group, ...(former && { former_slugs: former.join(', ') }) })

const create = command({
  name: 'create',
  does: 'Make a group together with its creator',
  example:
    'group create --title "River Friends" --creator-given-name Ada --creator-family-name Diaz --creator-email ada@example.org',
  options: {
    title: required('--title <title>', 'what the group is called', text),
    browser_url: optional('--browser-url <url>', "address of the group's public page", webAddress),
    given_name: required('--creator-given-name <name>', "the creator's given name", text),
    family_name: required('--creator-family-name <name>', "the creator's family name", text),
    email: required('--creator-email <address>', "the creator's email address", emailAddress),
  },
  run: async ({ title, browser_url, ...named }, { open }) => {
    const { owners } = await open()
    const now = new Date()
    const id = randomUUID()
    const creator = newPerson(`group:${id}`, named, now)
    const group: Group = {
      id,
      title,
      ...(browser_url && { browser_url }),
      creator: creator.id,
      confirm_opt_in: true,
      created_date: now.toISOString(),
    }
    await owners.createGroup(group, creator)
    return { json: group, text: detailsOf(group) }
  },
})

const list = command({
  name: 'list',
  does: 'List the groups, newest first',
  example: 'group list',
  options: { limit },
  run: async ({ limit }, { open }) => {
    const { owners } = await open()
    const groups = await wholeList((page) => owners.groups(page), limit)
    const rows = groups.map(({ id, title, created_date }) => ({ id, title, created_date }))
    return { json: groups, text: formatTable(rows, 'There are no groups.') }
  },
})

const showGroup = command({
  name: 'show',
  does: 'Show a group',
  example: 'group show 6f2b8f5e-3c1d-4a7e-9b64-0d5a1c7e2f10',
  options: { id: required('<id>', 'id of the group', text) },
  run: async ({ id }, { open }) => {
    const { owners } = await open()
    const group = await orMissing(owners.findGroup(id), `group with the id ${id}`)
    return { json: group, text: detailsOf(group) }
  },
})

const handOver = command({
  name: 'hand-over',
  does: 'Make a member the creator of a group; the creator so far becomes an administrator',
  example: 'group hand-over 6f2b8f5e-… --to a3d91c44-…',
  options: {
    id: required('<id>', 'id of the group', text),
    to: required('--to <id>', 'id of the member', text),
  },
  run: async ({ id, to }, { open }) => {
    const { owners } = await open()
    await orMissing(owners.handOver(id, to), `group with the id ${id} that has the member ${to}`)
    const group = await owners.findGroup(id)
    return { json: group, text: detailsOf(group) }
  },
})

export const groupCommands = family('group', 'Groups, each with its creator', 'group list --json', [
  create,
  list,
  showGroup,
  updateOwner('group', 'a group'),
  handOver,
])
