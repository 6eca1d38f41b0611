import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherInstallation } from '../support/given/installation.js'
import { numbersOf } from '../support/moving/fake-action-network.js'
import { sized, timeFor } from '../support/size.js'

/*
 * Files at random, with the oddities of real ones. A comparison that knows nothing of the import holds each row against
 * what is here: a difference has a line in the report.
 */

const SEED = 20_261_125
const ROWS = sized(300, 3_000)

type Installation = Awaited<ReturnType<typeof anotherInstallation>>
interface Line {
  line?: number
  id?: string
  what: string
  fields?: string[]
}

let folder: string
let target: Installation
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  target = await anotherInstallation()
})
afterAll(() => rm(folder, { recursive: true }))

const linesIn = async (path: string): Promise<Line[]> =>
  (await readFile(path, 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

async function allOf(path: string, rel: string): Promise<any[]> {
  const found: any[] = []
  for (let page = 1; ; page++) {
    const { _embedded, total_pages } = await target.read(`${path}?per_page=100&page=${page}`)
    found.push(...(_embedded?.[rel] ?? []))
    if (page >= total_pages) return found
  }
}

const ODD_EMAILS = ['', 'no address', 'two@@example.org', `${'x'.repeat(300)}@example.org`]
const STATUSES = ['accepted', 'Attending', 'declined', 'Not Attending', '', 'needs action', 'Maybe', 'invited']

interface GivenRow {
  line: number
  email: string
  name: string
  phone: string
  status: string
}

/** Rows in which people come twice, share phone numbers, and have contacts and answers that are none. */
function givenRows(): GivenRow[] {
  const next = numbersOf(SEED)
  const upTo = (most: number) => Math.floor(next() * most)
  return Array.from({ length: ROWS }, (_, i) => ({
    line: i + 2,
    email: upTo(20) === 0 ? (ODD_EMAILS[upTo(ODD_EMAILS.length)] as string) : `p${upTo(ROWS)}@example.org`,
    name: `Name ${i}`,
    phone: upTo(3) > 0 ? '' : upTo(15) === 0 ? '12' : `1202555${String(1000 + upTo(ROWS / 3))}`,
    status: STATUSES[upTo(upTo(4) === 0 ? STATUSES.length : 4)] as string,
  }))
}

const answerOf = (status: string) =>
  /^(accepted|attending|)$/i.test(status)
    ? 'accepted'
    : /^(declined|not attending)$/i.test(status)
      ? 'declined'
      : undefined

describe('a file of RSVPs at random', () => {
  it(
    'comes over, and each difference has a line in the report, which a repetition writes again',
    async () => {
      const { _links } = await target.post('events', { title: 'Files', origin_system: 'Test' })
      const event = _links.self.href.split('/').at(-1)
      const rows = givenRows()
      const path = join(folder, 'rsvps.csv')
      const cells = rows.map(({ email, name, phone, status }) => [email, name, phone, status].join(','))
      await writeFile(path, ['email,first_name,phone,status', ...cells].join('\n'))
      const report = join(folder, 'rsvps.ndjson')
      const options = ['--group', target.group, '--in', path, '--event', event, '--report', report, '--json']
      const { code, json } = await target.admin('import', 'csv', 'attendances', ...options)
      const lines = await linesIn(report)
      expect(code).toBe(json.refused > 0 ? 1 : 0)
      expect(json.recorded + json.refused).toBe(ROWS)
      expect(lines.filter(({ what }) => what === 'refused')).toHaveLength(json.refused)

      const people = await allOf('people', 'osdi:people')
      const attendances = await allOf(`events/${event}/attendances`, 'osdi:attendances')
      const idOf = ({ _links: links }: any) => links.self.href.split('/').at(-1)
      const personOf = (attendance: any) => attendance._links['osdi:person'].href.split('/').at(-1)
      const statuses = new Map(attendances.map((each) => [personOf(each), each.status]))
      const byEmail = new Map(people.map((each) => [each.email_addresses[0]?.address, each]))
      const byPhone = new Map(people.map((each) => [each.phone_numbers[0]?.number, each]))
      const told = (line: number, field: string) =>
        lines.some((each) => each.line === line && (each.what === 'refused' || each.fields?.includes(field)))
      const unexplained = rows.flatMap((row) => {
        const person = row.email ? byEmail.get(row.email) : byPhone.get(row.phone)
        const later = rows.filter(({ line, email }) => line > row.line && email && email === row.email)
        const differences = [
          ...(person ? [] : ['email']),
          ...(row.phone && person?.phone_numbers[0]?.number !== row.phone ? ['phone'] : []),
          ...(person && statuses.get(idOf(person)) !== answerOf(row.status) ? ['status'] : []),
        ]
        // A later row of the person with another number is newer, and counts.
        const isNewer = (field: string) => field === 'phone' && later.some(({ phone }) => phone)
        return differences
          .filter((field) => !told(row.line, field) && !isNewer(field))
          .map((field) => ({
            ...row,
            field,
            here: person?.phone_numbers,
            status: statuses.get(idOf(person)),
          }))
      })
      expect(unexplained).toEqual([])
      const [firstReport] = [lines]
      await target.admin('import', 'csv', 'attendances', ...options)
      const refusedIn = (all: Line[]) => all.filter(({ what }) => what === 'refused').map(({ line }) => line)
      expect(refusedIn(await linesIn(report))).toEqual(refusedIn(firstReport))
      expect(await allOf(`events/${event}/attendances`, 'osdi:attendances')).toHaveLength(attendances.length)
    },
    timeFor(120_000),
  )
})

describe('a calendar at random', () => {
  it(
    'comes over, and each entry is here as it was or has a line in the report',
    async () => {
      const next = numbersOf(SEED + 1)
      const upTo = (most: number) => Math.floor(next() * most)
      const entries = Array.from({ length: sized(60, 600) }, (_, i) => {
        const day = String(1 + upTo(28)).padStart(2, '0')
        const [start, title] = [`203111${day}T1${upTo(10)}3000Z`, `Entry ${i}`]
        const odd = upTo(12)
        const lines = [
          `UID:${i}@random`,
          odd === 0 ? 'DTSTART:20311199T000000Z' : odd === 1 ? '' : `DTSTART:${start}`,
          odd === 2 ? '' : `SUMMARY:${title}`,
          odd === 3 ? 'STATUS:CANCELLED' : 'STATUS:CONFIRMED',
          odd === 4 ? 'RRULE:FREQ=SECONDLY;COUNT=3' : '',
          odd === 5 ? 'ATTENDEE:mailto:ana@example.org' : '',
          odd === 6 ? 'DTEND:20301101T000000Z' : '',
        ]
        const text = ['BEGIN:VEVENT', ...lines.filter(Boolean), 'END:VEVENT'].join('\r\n')
        const start_date = start.replace(/^(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z')
        return { id: `${i}@random`, title, start_date, text }
      })
      const path = join(folder, 'random.ics')
      const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entries.map(({ text }) => text), 'END:VCALENDAR', '']
      await writeFile(path, calendar.join('\r\n'))
      const report = join(folder, 'random.ndjson')
      const days = ['--since', '2031-10-01', '--until', '2032-10-01', '--report', report, '--json']
      await target.admin('import', 'ics', '--in', path, '--group', target.group, ...days)
      const lines = await linesIn(report)
      const events = await allOf('events', 'osdi:events')
      const here = new Map<string, any>(
        events.flatMap((event) => event.identifiers.map((identifier: string) => [identifier, event])),
      )
      const unexplained = entries.filter(({ id, title, start_date }) => {
        const event = here.get(`ical:${id}`)
        const isSame =
          event?.title === title &&
          (event['service:start_date_utc'] ?? event.start_date) === start_date &&
          event.status === 'confirmed'
        return !isSame && !lines.some((each) => each.id?.startsWith(id))
      })
      expect(unexplained.map(({ text }) => text)).toEqual([])
      expect(events.length).toBeGreaterThan(entries.length / 2)
    },
    timeFor(120_000),
  )
})
