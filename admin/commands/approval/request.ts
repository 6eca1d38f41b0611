import { maxLength, pipe } from 'valibot'
import { type Decided, decideRequests } from '../../../lib/approval/decide-requests.js'
import { isInLine } from '../../../lib/attendances/attendance-fields.js'
import { attendableEvents } from '../../../lib/events/store/load-event.js'
import { MOST_NOTE } from '../../../lib/fields/read-decision.js'
import { text, texts } from '../../../lib/fields/values.js'
import { command } from '../../command.js'
import { UsageError, orMissing, sentenceOf } from '../../errors.js'
import { optional, required } from '../../options.js'
import { formatTable } from '../../output/format.js'
import { ofAnyone } from '../../people/of-anyone.js'
import { attendanceReactions } from '../../../lib/app/reactions/attendance.js'
import { findAttendance } from '../../../lib/attendances/store/read-attendances.js'

export const requestCommand = command({
  name: 'request',
  does: 'Approve or decline requests to come to an event, in the order in which people asked',
  example: 'event request 9b467b74-… --approve 5d0c1a2e-… c3f7e8b1-… --json',
  options: {
    id: required('<id>', 'id of the event', text),
    approve: optional('--approve <attendances...>', 'ids of the attendances that are approved', texts),
    decline: optional('--decline <attendances...>', 'ids of the attendances that are declined', texts),
    note: optional(
      '--note <text>',
      'the reason, which the email to them says',
      pipe(text, maxLength(MOST_NOTE, `must have at most ${MOST_NOTE} characters`)),
    ),
  },
  run: async ({ id, approve, decline, note }, { open }) => {
    const ids = approve ?? decline
    if (!ids || (approve && decline)) throw new UsageError('Give either --approve or --decline.')
    const { events, table } = await open()
    const event = await orMissing(
      ofAnyone(
        {
          ownerOf: (each) => events.ownerOf(each),
          find: (owner, each) => attendableEvents(table).findToAttend(owner, each),
        },
        id,
      ),
      `event with the id ${id}`,
    )
    const deciding = { table, reactions: attendanceReactions, now: () => new Date() }
    const missing = (each: string) => `attendance with the id ${each} of this event`
    await Promise.all(ids.map((each) => orMissing(findAttendance(deciding, event.id, each), missing(each))))
    const decided = await decideRequests(deciding, event, ids, {
      state: approve ? 'approved' : 'declined',
      ...(note !== undefined && { note }),
    })
    const rows = decided.map(rowOf)
    return {
      json: rows,
      text: formatTable(rows, 'There is nothing to decide.'),
      violated: decided.some(({ attendance, error }) => error ?? !attendance.request),
    }
  },
})

/** Returns what came of one attendance. The result is where it stands, or the code of what refuses it. */
function rowOf({ attendance, changed, error }: Decided) {
  const { id, person, request } = attendance
  const row = { id, person, changed }
  if (error) return { ...row, result: error.faults[0]?.error_code ?? error.code, why: sentenceOf(error) }
  if (!request) return { ...row, result: 'no_request', why: 'This RSVP is no request.' }
  return { ...row, result: isInLine(attendance) ? 'waitlisted' : request.state, why: undefined }
}
