import { ROLES, type Role } from '../../../lib/access/group.js'
import { command, family } from '../../command.js'
import { orMissing } from '../../errors.js'
import { namedIn, newPerson, person } from '../../people/new-person.js'
import { group, oneOf, required } from '../../options.js'
import { formatDetails, formatTable } from '../../output/format.js'

/** A group has one creator, who comes with it. */
const ADDED_ROLES = ROLES.filter((role): role is Exclude<Role, 'creator'> => role !== 'creator')

const add = command({
  name: 'add',
  does: 'Add a person to a group',
  example:
    'member add --group 6f2b8f5e-… --role organizer --given-name Lin --family-name Ortega --email lin@example.org',
  options: {
    group,
    role: required('--role <role>', ADDED_ROLES.join(', '), oneOf(ADDED_ROLES)),
    ...person,
  },
  run: async ({ group, role, ...named }, { open }) => {
    const { owners } = await open()
    const added = newPerson(`group:${group}`, named, new Date())
    const id = await orMissing(owners.addMember(group, added, role), `group with the id ${group}`)
    const [person] = await owners.people([id])
    const stands = await owners.findRole(group, id)
    if (stands !== role)
      throw new Error(`${named.email} is a member of the group already, as ${stands}: roles cannot be changed.`)
    const member = { group, person: id, role, ...namedIn(person) }
    return { json: member, text: formatDetails(member) }
  },
})

const list = command({
  name: 'list',
  does: 'List the members of a group with their roles',
  example: 'member list --group 6f2b8f5e-…',
  options: { group },
  run: async ({ group }, { open }) => {
    const { owners } = await open()
    await orMissing(owners.findGroup(group), `group with the id ${group}`)
    const members = await owners.members(group)
    const people = await owners.people(members.map(({ person }) => person))
    const listed = members
      .map(({ sign_in_address: _address, ...member }) => ({
        ...member,
        ...namedIn(people.find(({ id }) => id === member.person)),
      }))
      .sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role))
    const rows = listed.map(({ person, role, given_name, family_name, email }) => ({
      person,
      role,
      name: [given_name, family_name].filter(Boolean).join(' '),
      email,
    }))
    return { json: listed, text: formatTable(rows, 'The group has no members.') }
  },
})

export const memberCommands = family(
  'member',
  'Members of a group: administrators, organizers and others',
  'member list --group 6f2b8f5e-… --json',
  [add, list],
)
