import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { OsdiEvent } from '../../lib/events/event.js'
import { type DateEditing, cancelDates, editDates } from '../../lib/series/edit-dates.js'
import { events as eventsOf } from '../../lib/app/events.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { rsvp } from '../support/mail/mailed-events.js'
import { admin, mails, mailsDueAt } from '../support/mail/mail.js'
import { demo, service } from '../support/service.js'

const events = eventsOf(service)

/** The context of an edit that is killed before it writes a date. */
function killedAt(date: number): DateEditing {
  let written = 0
  const store = { ...eventDependencies(service).events }
  const change: typeof store.change = (...of) =>
    ++written === date ? Promise.reject(new Error('killed')) : store.change(...of)
  return {
    ...eventDependencies(service),
    events: { ...store, change },
  }
}

async function givenSeries(): Promise<OsdiEvent[]> {
  const { json, err } = await admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    randomUUID(),
    '--origin-system',
    'Turnout',
    '--start-date',
    '2041-03-02T10:00',
    '--timezone',
    'America/Denver',
    '--repeat',
    'weekly',
    '--count',
    '10',
    '--json',
  )
  if (err) throw new Error(err)
  return events.findCounted(`group:${demo.group.id}`, json.events)
}

const startsOf = async (ids: string[]) =>
  (await events.findCounted(`group:${demo.group.id}`, ids)).map(({ start_date }) => start_date?.slice(11, 16))

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

describe('an edit of ten dates that is killed', () => {
  it.each([1, 2, 5, 10])(
    'before date %i is completed by the same edit: each moves once, and each person gets one email',
    async (date) => {
      const dates = await givenSeries()
      const ids = dates.map(({ id }) => id)
      for (const id of [ids[1], ids[8]]) await rsvp(`/api/v2/events/${id}`, `edit${date}@example.org`)
      await mails()
      const [event] = dates as [OsdiEvent]
      const editing = { event, reach: 'all' as const, seed: `an hour later ${date}` }
      const change = { start_date: { wallClock: '2041-03-02T11:00:00' } }
      await expect(editDates(editing, change, killedAt(date))).rejects.toThrow('killed')
      const [anchor] = await events.findCounted(event.owner, [event.id])
      const again = { ...editing, event: anchor as OsdiEvent }
      expect(await editDates(again, change, killedAt(Infinity))).toEqual(ids)
      expect(await startsOf(ids)).toEqual(Array(10).fill('11:00'))
      const told = await mailsDueAt(inMinutes(11))
      expect(told.map(({ mail }) => mail.headers.get('x-turnout-event'))).toEqual([`${ids[1]},${ids[8]}`])
      expect(await mailsDueAt(inMinutes(60))).toEqual([])
    },
  )

  it('is told for what it has changed where no one completes it, and the rest is told by another email', async () => {
    const dates = await givenSeries()
    const ids = dates.map(({ id }) => id)
    const last = ids[9] as string
    await rsvp(`/api/v2/events/${ids[0]}`, 'first@example.org')
    await rsvp(`/api/v2/events/${last}`, 'last@example.org')
    await mails()
    const [event] = dates as [OsdiEvent]
    const editing = { event, reach: 'all' as const, seed: 'half' }
    const change = { start_date: { wallClock: '2041-03-02T12:00:00' } }
    await expect(editDates(editing, change, killedAt(9))).rejects.toThrow('killed')
    expect((await mailsDueAt(inMinutes(11))).map(({ recipient }) => recipient)).toContain('first@example.org')
    await editDates(editing, change, killedAt(Infinity))
    expect(await startsOf(ids)).toEqual(Array(10).fill('12:00'))
    const told = [...(await mailsDueAt(inMinutes(11))), ...(await mailsDueAt(inMinutes(30)))]
    expect(told.map(({ recipient }) => recipient).filter((who) => who === 'first@example.org')).toEqual([])
  })

  it('and cancels tells each person once when it is completed', async () => {
    const dates = await givenSeries()
    const ids = dates.map(({ id }) => id)
    for (const id of [ids[0], ids[9]]) await rsvp(`/api/v2/events/${id}`, 'cancelled@example.org')
    await mails()
    const [event] = dates as [OsdiEvent]
    const editing = { event, reach: 'all' as const, seed: 'cancel' }
    await expect(cancelDates(editing, killedAt(6))).rejects.toThrow('killed')
    expect(await mails()).toEqual([])
    await cancelDates(editing, killedAt(Infinity))
    const told = await mails()
    expect(told.map(({ kind, mail }) => [kind, mail.headers.get('x-turnout-event')])).toEqual([
      ['cancelled', `${ids[0]},${ids[9]}`],
    ])
  })
})
