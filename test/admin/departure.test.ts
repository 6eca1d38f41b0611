import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Attendance } from '../../lib/attendances/attendance.js'
import { recordAttendance } from '../../lib/attendances/record-attendance.js'
import { erasePerson } from '../../lib/merging/erase-person.js'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { loadAttendable } from '../../lib/events/store/load-event.js'
import { finishDepartures } from '../../lib/merging/store/finish-departures.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { departingIn } from '../../lib/app/merging.js'
import {
  assignPending,
  demo,
  get,
  givenInterfaceEvent,
  invoke,
  put,
  service,
  table,
  violations,
} from '../support/service.js'
import { fresh, givenPerson, givenTags, rsvp, rsvpsOf, totalsOf } from '../support/given/merging.js'
import { attending } from '../../lib/app/attendances.js'
import { findPresent } from '../../lib/people/store/find-people.js'

/* An RSVP finds its person, the person is merged or erased, and then the RSVP is written. */

const OWNER = `group:${demo.group.id}` as const

beforeAll(givenTags)

const merge = (keep: string, other: string) => mergePeople(departingIn(table), OWNER, keep, other)
const erase = (person: string) => erasePerson(departingIn(table), OWNER, person)

/** Records an RSVP that is under way while something happens to its person. */
async function rsvpDuring(event: { id: string }, person: { id: string }, happens: () => Promise<unknown>) {
  const found = await loadAttendable(table, event.id)
  const given = attending(service)
  const { attendance } = await recordAttendance(
    {
      ...given,
      // It is asked for together with the person, and answers after it was read.
      refusals: {
        of: async (owner) => {
          await findPresent(table, owner, person.id)
          await happens()
          return undefined
        },
        count: () => Promise.resolve(),
      },
    },
    OWNER,
    found as NonNullable<typeof found>,
    { linked: person.id, draft: { identifiers: [] } },
  )
  return attendance
}

const MINUTE_MS = 60_000
const inMs = (ms: number) => new Date(Date.now() + ms)

/** Runs the sweeper, with what its role allows, as if it were a minute later. */
async function aMinuteLater() {
  vi.useFakeTimers({ toFake: ['Date'], now: inMs(MINUTE_MS + 1_000) })
  try {
    await invoke('schedules/sweep', {})
  } finally {
    vi.useRealTimers()
  }
}

const attendanceOf = async (person: string, event: string) =>
  (await getOne(table, keyOf.attendance(person, event))) as unknown as (Attendance & { mails?: string }) | undefined

describe('an RSVP that was under way while its person was merged', () => {
  it('is the RSVP of the one who stays a minute later, who is told of it by mail', async () => {
    const [keep, other] = [await givenPerson(fresh('keep')), await givenPerson(fresh('other'))]
    const event = await givenInterfaceEvent({ capacity: 3 })
    await rsvpDuring(event, other, () => merge(keep.id, other.id))
    await finishDepartures(departingIn(table), inMs(MINUTE_MS - 10_000))
    expect(await attendanceOf(keep.id, event.id)).toBeUndefined()
    await aMinuteLater()
    expect(await attendanceOf(other.id, event.id)).toMatchObject({ status: 'declined', merged_into: keep.id })
    const moved = await attendanceOf(keep.id, event.id)
    expect(moved?.mails).toMatch(/^confirmation /)
    await assignPending()
    expect(await rsvpsOf(keep)).toMatchObject([{ status: 'accepted' }])
    expect((await totalsOf(event)).total_accepted).toBe(1)
    expect(await violations()).toEqual([])
  })

  it('causes no second email where the one who stays comes already, and gives its seat back', async () => {
    const [keep, other] = [await givenPerson(fresh('keep')), await givenPerson(fresh('other'))]
    const event = await givenInterfaceEvent({ capacity: 2 })
    await rsvp(event, keep)
    const before = await attendanceOf(keep.id, event.id)
    await rsvpDuring(event, other, () => merge(keep.id, other.id))
    await aMinuteLater()
    expect((await attendanceOf(keep.id, event.id))?.mails).toBe(before?.mails)
    expect(await totalsOf(event)).toMatchObject({ total_accepted: 1 })
    await rsvp(event, await givenPerson(fresh('next')))
    expect(await violations()).toEqual([])
  })

  it('joins the line with the one who stays, who is promoted', async () => {
    const [keep, other, first] = [
      await givenPerson(fresh('keep')),
      await givenPerson(fresh('other')),
      await givenPerson(fresh('first')),
    ]
    const event = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    const taken = await rsvp(event, first)
    await rsvpDuring(event, other, () => merge(keep.id, other.id))
    await aMinuteLater()
    expect(await attendanceOf(keep.id, event.id)).toMatchObject({
      status: 'tentative',
      mails: expect.stringMatching(/^waitlisted /),
    })
    await put(taken, { status: 'declined' })
    await assignPending()
    expect((await attendanceOf(keep.id, event.id))?.status).toBeUndefined()
    expect(await violations()).toEqual([])
  })

  it('goes to the last of several who were merged one into another, whichever departure is finished first', async () => {
    const [a, b, c] = [await givenPerson(fresh('a')), await givenPerson(fresh('b')), await givenPerson(fresh('c'))]
    const event = await givenInterfaceEvent({ capacity: 5 })
    await rsvpDuring(event, a, async () => {
      await merge(b.id, a.id)
      await merge(c.id, b.id)
    })
    await aMinuteLater()
    expect(await rsvpsOf(c)).toMatchObject([{ status: 'accepted' }])
    expect((await totalsOf(event)).total_accepted).toBe(1)
    expect(await violations()).toEqual([])
  })

  it('is erased with the one who stays', async () => {
    const [keep, other] = [await givenPerson(fresh('keep')), await givenPerson(fresh('other'))]
    const first = await givenPerson(fresh('first'))
    const event = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    await rsvp(event, first)
    await rsvpDuring(event, other, async () => {
      await merge(keep.id, other.id)
      await erase(keep.id)
    })
    await aMinuteLater()
    for (const { id } of [keep, other]) expect((await attendanceOf(id, event.id))?.status).toBe('declined')
    expect(await violations()).toEqual([])
  })
})

describe('an RSVP that was under way while its person was erased', () => {
  it('leaves the line a minute later', async () => {
    const [first, gone] = [await givenPerson(fresh('first')), await givenPerson(fresh('gone'))]
    const event = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    await rsvp(event, first)
    await rsvpDuring(event, gone, () => erase(gone.id))
    expect(await violations()).toEqual([`${gone.id} is erased, and on the waiting list of event:${event.id}.`])
    await aMinuteLater()
    expect((await attendanceOf(gone.id, event.id))?.status).toBe('declined')
    expect(await violations()).toEqual([])
  })
})

it('a merge whose process crashed is finished a minute later by itself', async () => {
  const [keep, other] = [await givenPerson(fresh('keep')), await givenPerson(fresh('other'))]
  const event = await givenInterfaceEvent({ capacity: 3 })
  await rsvp(event, other)
  // The clock is read for the people, and then for their RSVPs.
  const now = vi.fn(() => new Date())
  now
    .mockImplementationOnce(() => new Date())
    .mockImplementation(() => {
      throw new Error('crashed')
    })
  const crashing = { ...departingIn(table), now }
  await expect(mergePeople(crashing, OWNER, keep.id, other.id)).rejects.toThrow('crashed')
  await aMinuteLater()
  expect(await rsvpsOf(keep)).toMatchObject([{ status: 'accepted' }])
  expect((await attendanceOf(keep.id, event.id))?.mails).toBeUndefined()
  expect((await get(`/api/v2/people/${keep.id}`)).body.email_addresses).toHaveLength(1)
  // It is done, and not done again.
  expect(await getOne(table, keyOf.departure(other.id))).toBeUndefined()
})
