import { approvalGate } from '../../approval/store/approval-gate.js'
import type { Gate } from '../../attendances/store/gate.js'
import { type AttendanceReactions, noReactions } from '../../attendances/store/reactions.js'
import { mailOfRsvp } from '../../mail/store/mail-cause.js'
import { seatsGate } from '../../seats/store/seats-gate.js'
import { becomeSelectable } from '../../targeting/store/selectable.js'
import { causeOfPromotion } from './promotion.js'

/** Gates before that of the seats. Each may keep a party waiting. */
const before: ((inner: Gate) => Gate)[] = [approvalGate]

/**
 * The reactions of other subjects when attendances are written: seats are taken, mails are caused, events become
 * selectable.
 */
export const attendanceReactions: AttendanceReactions = {
  ...noReactions,
  gate: before.reduce((inner, gateBefore) => gateBefore(inner), seatsGate(causeOfPromotion)),
  causeOf: (event, written, autoresponse) => mailOfRsvp(event, autoresponse)(written),
  withFirst: becomeSelectable,
}
