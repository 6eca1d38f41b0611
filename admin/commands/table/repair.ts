import { countCreations } from '../../../lib/repair/count-creations.js'
import { giveAddresses } from '../../../lib/repair/give-addresses.js'
import { indexChanges } from '../../../lib/repair/index-changes.js'
import { indexNames } from '../../../lib/repair/index-names.js'
import { keepAttendable } from '../../../lib/repair/keep-attendable.js'
import { keepCustomFields } from '../../../lib/repair/keep-custom-fields.js'
import { leaveWaitingLists } from '../../../lib/repair/leave-waiting-lists.js'
import { listActions } from '../../../lib/repair/list-actions.js'
import { listInPublic } from '../../../lib/repair/list-in-public.js'
import { planForgetting } from '../../../lib/repair/plan-forgetting.js'
import { planReminders } from '../../../lib/repair/plan-reminders.js'
import { sweep } from '../../../lib/app/sequencer.js'
import { command } from '../../command.js'

export const repairCommand = command({
  name: 'repair',
  does: 'Assign ordinals to pending members of contended lists, and bring what an earlier version has written up to date',
  example: 'repair --json',
  options: {},
  run: async (_, { open }) => {
    const { table } = await open()
    const { found: assigned } = await sweep(table, new Date())
    const placed = await listActions(table)
    const indexed = await indexChanges(table)
    const counted = await countCreations(table)
    const completed = await keepAttendable(table)
    const with_custom_fields = await keepCustomFields(table)
    const left_waiting_lists = await leaveWaitingLists(table)
    const reminders = await planReminders(table)
    const listed = await listInPublic(table)
    const found = await indexNames(table)
    const addressed = await giveAddresses(table)
    const forgetting = await planForgetting(table)
    return {
      json: {
        numbered: assigned,
        placed,
        indexed,
        counted,
        completed,
        with_custom_fields,
        left_waiting_lists,
        reminders,
        listed,
        found,
        addressed,
        forgetting,
      },
      text: [
        assigned === 0
          ? 'No member of a list was pending.'
          : `Pending members that got their ordinal: ${assigned}`,
        placed === 0 ? 'Every event is listed where it should be.' : `Events listed among actions: ${placed}`,
        indexed === 0 ? 'Every change is in its index.' : `Changes put into their index: ${indexed}`,
        counted === 0
          ? 'Every segment counts its members by the dates of their creation.'
          : `Segments that got counts of creation dates: ${counted}`,
        completed === 0
          ? 'Every list of attendances shows what an RSVP needs of its event.'
          : `Lists of attendances that now show what an RSVP needs of their event: ${completed}`,
        `People whose custom fields have their names kept: ${with_custom_fields}`,
        left_waiting_lists === 0
          ? 'No one who is erased waits for a seat.'
          : `Erased people who left a waiting list: ${left_waiting_lists}`,
        reminders === 0 ? 'Every coming event has its reminder.' : `Reminders planned: ${reminders}`,
        listed === 0
          ? 'Public lists show every event as it is.'
          : `Items of public lists brought up to date: ${listed}`,
        found === 0
          ? 'People and events are found as they are.'
          : `People and events that are now found as they are: ${found}`,
        ...(addressed === 0 ? [] : [`Events that got a readable address: ${addressed}`]),
        ...(forgetting === 0 ? [] : [`Owners whose people are forgotten from now on: ${forgetting}`]),
      ].join('\n'),
    }
  },
})
