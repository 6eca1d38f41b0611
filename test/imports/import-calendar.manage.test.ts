import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../support/clients/import-page.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { demo, get } from '../support/service.js'

const { group } = demo
const base = `/manage/${group.id}/import`

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:River', ...events, 'END:VCALENDAR'].join('\r\n')

const repeated = (title: string) =>
  [
    'BEGIN:VEVENT',
    'UID:weekly',
    `DTSTART;TZID=America/New_York:${inDays(5)}T183000`,
    `SUMMARY:${title}`,
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'END:VEVENT',
  ].join('\r\n')

const upload = (text: string) =>
  organizer.upload(base, {
    kind: 'calendar',
    upload: new File([text], 'river.ics', { type: 'text/calendar' }),
  })

const events = async (): Promise<any[]> => (await get('/api/v2/events?per_page=100')).body._embedded['osdi:events']

describe('a calendar', () => {
  it('is shown before anything is written, becomes events, and is updated by a second import', async () => {
    const before = (await events()).length
    const broken = 'BEGIN:VEVENT\r\nUID:broken\r\nEND:VEVENT'
    const checked = await upload(calendar(repeated('Phone bank'), broken))
    expect(checked.html).toContain('Events of the calendar: 1. Dates in the next year: 3.')
    expect(checked.html).toContain('It has no start')
    expect((await events()).length).toBe(before)

    const done = await organizer.send(base, { ...fieldsOf(checked), action: 'import' })
    expect(done.html).toContain('Dates saved: 3. Events done: 1 of 1.')
    const made = (await events()).filter(({ title }) => title === 'Phone bank')
    expect(made.map((each) => each['service:series'].count)).toEqual([3, 3, 3])
    const report = /import\/report".*?name="report" value="([^"]*)"/s.exec(done.html)?.[1] ?? ''
    expect((await organizer.send(`${base}/report`, { report })).html).toContain('"broken","refused",')
    expect((await organizer.open(`/series/${made[0]['service:series'].id}`)).status).toBe(200)

    const again = await upload(calendar(repeated('Calls')))
    await organizer.send(base, { ...fieldsOf(again), action: 'import' })
    expect((await events()).filter(({ title }) => title === 'Calls')).toHaveLength(3)
    expect((await events()).length).toBe(before + 3)
  })

  it('of a feed is fetched from the public internet alone', async () => {
    for (const feed of ['https://127.0.0.1/a.ics', 'https://[::1]/a.ics', 'webcal://169.254.169.254/latest']) {
      const { status, html } = await organizer.send(base, { kind: 'calendar', feed })
      expect([status, html]).toEqual([400, expect.stringContaining('has to be on the public internet')])
    }
    expect((await organizer.send(base, { kind: 'calendar', feed: 'file:///etc/passwd' })).status).toBe(400)
    expect((await organizer.send(base, { kind: 'calendar' })).status).toBe(400)
  })

  it('is refused where it is none, is too large, or was tampered with', async () => {
    expect((await upload('a,b\n1,2')).html).toContain('a calendar of at most 1 MB')
    expect((await upload(calendar('X'.repeat(1_000_001)))).status).toBe(400)
    const large = gzipSync('BEGIN:VCALENDAR\n'.padEnd(1_000_001, ' ')).toString('base64url')
    for (const packed of ['AAAA', '', large])
      expect((await organizer.send(base, { kind: 'calendar', packed, action: 'import' })).status).toBe(400)
  })
})
