import { isRequested } from '../../attendances/attendance.js'
import { requireFewGuests } from '../../attendances/guests.js'
import { type Gate, passing } from '../../attendances/store/gate.js'
import { requireHeld, partySize } from '../../events/capacity.js'
import { eventOver, requireConfirmed } from '../../events/rsvp-refusals.js'
import type { OsdiEvent } from '../../events/event.js'
import { isOver } from '../../events/upcoming.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { askedOf, decided, isAsked, refusalToAsk, requested } from '../request.js'

/**
 * Returns the gate of events with approval: a person without a key asks, and takes no seat. An approved request goes
 * through the gate behind this one, as a new RSVP does.
 */
export const approvalGate = (inner: Gate): Gate => ({
  ...inner,

  asked: askedOf,

  async enter(table, event, attendance, asker) {
    if (!isAsked(event, asker.by)) return inner.enter(table, event, attendance, asker)
    const refusal = refusalToAsk(event, attendance)
    if (refusal) throw refusal
    return passing(requested(attendance))
  },

  pass(table, event, attendance, by) {
    if (!isAsked(event, by)) return inner.pass(table, event, attendance, by)
    return refusalToAsk(event, attendance) ? undefined : passing(requested(attendance))
  },

  async change(table, event, change) {
    const { before, after, by, note } = change
    if (!isRequested(before)) {
      // A party is approved as large as it is.
      if (isAsked(event, by) && before.status !== 'declined')
        requireFewGuests(after.guests ?? 0, before.guests ?? 0, 'guests')
      if (after.status !== undefined || before.status !== 'declined' || !isAsked(event, by))
        return inner.change(table, event, change)
      const refusal = refusalToAsk(event, after)
      if (refusal) throw refusal
      return passing(requested(after))
    }
    if (after.status === 'declined') return passing(by === 'visitor' ? after : decided(after, 'declined', note))
    if (after.status === 'tentative') {
      requireHeld(event, partySize(after))
      return passing(after)
    }
    await requireToCome(table, event.id)
    // It has no seats to give back, and takes them like a person who comes again.
    const passage = await inner.change(table, event, { ...change, before: { ...before, status: 'declined' } })
    const { request: _asked, ...attendance } = passage.attendance
    // A person who asks again after approval was turned off comes as everybody does.
    return { ...passage, attendance: by === 'visitor' ? attendance : decided(attendance, 'approved', note) }
  },
})

/** @throws OsdiError conflict when the event is canceled, not published, or over */
async function requireToCome(table: Table, id: string): Promise<void> {
  const event = valueOf<OsdiEvent>((await getOne(table, keyOf.event(id))) ?? {})
  requireConfirmed(event)
  if (isOver(event, new Date())) throw eventOver()
}
