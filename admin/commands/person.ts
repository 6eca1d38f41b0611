import { erasePerson } from '../../lib/merging/erase-person.js'
import { notFound } from '../../lib/runtime/errors.js'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { text } from '../../lib/fields/values.js'
import { ownerReactions } from '../../lib/app/reactions/owner.js'
import { endAccess } from '../../lib/sign-in/store/end-access.js'
import { departingIn } from '../../lib/app/merging.js'
import { command, family } from '../command.js'
import { orMissing } from '../errors.js'
import { flag, required } from '../options.js'
import { block, unblock } from './blocked/block.js'
import { withoutBox } from './consent/without-box.js'
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
      return erasePerson(departingIn(table), found.owner, id)
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
      return mergePeople(departingIn(table), stays.owner, keep, other)
    }
    const { identifiers, attendances, taggings, lists } = await orMissing(
      merged(),
      `person with the id ${keep} or ${other} among the people of one owner`,
    )
    const summary = { keep, other, identifiers, attendances, taggings, lists }
    return { json: summary, text: formatDetails(summary) }
  },
})

export const personCommands = family('person', 'People on request', 'person erase f119408a-… --json', [
  erase,
  merge,
  block,
  unblock,
  withoutBox,
])
