import type { Context } from 'hono'
import { safeParse } from 'valibot'
import { mayDo } from '../../access/permissions.js'
import { eventFull, partySize } from '../../events/capacity.js'
import { changeInterfaceEvent, eventAfter } from '../../events/interface-event.js'
import { interfaceFields } from '../../events/interface-fields.js'
import { isNativeId } from '../../fields/identifier.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { textsIn } from '../../manage/page/form.js'
import { Form } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { isInLine } from '../attendance-fields.js'
import { changeAttendance } from '../change-attendance.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { viewerOf } from './guest-search.manage.js'
import { peopleOfGuests } from '../store/people-of-guests.js'
import { findAttendance } from '../store/read-attendances.js'

type Ctx = Context<ManageEnv>
type Dependencies = Pick<ManageDependencies, 'attending' | 'eventDependencies' | 'site' | 'table' | 'now'>

/** Whether the one who gives seats may add some. A helper may give those that there are. */
const mayRaise = (c: Ctx) => mayDo(c.get('owner').role, 'change_events') && !c.get('helper')

/** Finds the guest whose seat it is, and the least capacity that has one for the party. */
async function guestAndNeed(c: Ctx, { attending }: Pick<Dependencies, 'attending'>) {
  const { id, totals } = c.get('event')
  const attendance = c.req.param('attendance') ?? ''
  if (!isNativeId(attendance)) throw notFound()
  const guest = await findAttendance(attending, id, attendance)
  return { guest, needed: totals.accepted + totals.guests + partySize(guest) }
}

/**
 * Raises the capacity that came with the button which gives a seat. The guest is put first in line before that, so
 * that the new seats go to their party first, and then along the line. The capacity never falls.
 * @throws OsdiError forbidden; conflict when the capacity has no seats for the party: nothing has changed
 */
export async function raiseForGuest(c: Ctx, dependencies: Dependencies): Promise<void> {
  const { capacity: typed } = textsIn(await c.req.parseBody())
  if (typed === undefined) return
  if (!mayRaise(c)) throw new OsdiError('forbidden', 'The role does not allow this')
  const event = c.get('event')
  const { guest, needed } = await guestAndNeed(c, dependencies)
  if (!isInLine(guest)) return
  const read = safeParse(interfaceFields.capacity.typed, typed)
  if (!read.success || read.output < needed) throw eventFull()
  const capacity = read.output
  const { attending, eventDependencies } = dependencies
  await changeAttendance(attending, event, guest.id, { outOfTurn: 'first' })
  let isRaised = false
  await changeInterfaceEvent(c.get('owner').owner, event.id, eventDependencies.events, async (current) => {
    isRaised = current.capacity !== undefined && current.capacity < capacity
    return isRaised ? eventAfter(current, { capacity }, eventDependencies) : current
  })
  if (!isRaised) return
  const subject = { id: event.id, title: event.title }
  await logChange(c, dependencies, { action: 'event_changed', subject })
}

/** Returns what is offered for a guest who finds no free seat: the head of the line, or more seats. */
export async function insteadOfSeat(c: Ctx, dependencies: Dependencies) {
  const { guests: texts, event: words } = c.get('texts')
  const { view = '' } = textsIn(await c.req.parseBody())
  const { table } = dependencies
  const { guest, needed } = await guestAndNeed(c, dependencies)
  const person = (await peopleOfGuests(table, c.get('event').owner, [guest], viewerOf(c))).get(guest.person)
  const name = (person && nameOf(person)) || texts.erased
  const pathOf = (act: string) => eventPath(c.get('event').id, `guests/${guest.id}/${act}`)
  return (
    <>
      <p>{mayRaise(c) ? texts.firstOrRaise(name) : texts.onlyFirst(name)}</p>
      <Form c={c} action={pathOf('first')}>
        <input type="hidden" name="view" value={view} />
        <button class="btn">{texts.first}</button>
      </Form>
      {mayRaise(c) && (
        <Form c={c} action={pathOf('seat')} class="line">
          <input type="hidden" name="view" value={view} />
          <label class="line">
            {words.labels.capacity}
            <input class="input short" type="number" name="capacity" min={needed} value={needed} required />
          </label>
          <button class="btn">{texts.raise}</button>
        </Form>
      )}
    </>
  )
}
