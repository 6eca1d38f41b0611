import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { newAttendance } from '../../../lib/attendances/attendance.js'
import { type OsdiEvent, newEvent } from '../../../lib/events/event.js'
import { audit } from '../../../lib/app/audit.js'
import { eventStore } from '../../../lib/app/event-store.js'
import { sweep } from '../../../lib/app/sequencer.js'
import { type Table, openTable } from '../../../lib/table/table.js'
import { unknownLocation } from '../../../lib/locations/geocode/geocoder.js'
import { freshTable } from '../../support/engine/tables.js'
import { record } from '../../../lib/attendances/store/record-attendance.js'
import { attendanceReactions } from '../../../lib/app/reactions/attendance.js'

const OWNER = 'group:one'

let address: Awaited<ReturnType<typeof freshTable>>
let table: Table

/** The same table as another process sees it. */
const elsewhere = () => openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })

beforeEach(async () => {
  address = await freshTable()
  table = elsewhere()
})

async function givenEvent(title: string, origin: OsdiEvent['origin'] = 'api'): Promise<OsdiEvent> {
  const circumstances = {
    id: randomUUID(),
    principal: { owner: OWNER as OsdiEvent['owner'] },
    now: new Date(),
    creator: 'someone',
    explicit_creator: false,
    ...(origin === 'interface' && { made_in_interface: { hidden: false } }),
  }
  const event = await newEvent({ title, origin_system: 'Test' }, circumstances, unknownLocation)
  await eventStore(table).create(event)
  return event
}

async function attend(id: string, through = table, person: string = randomUUID()) {
  const event = await eventStore(through).find(OWNER, id)
  await record(through, attendanceReactions, newAttendance(id, person, {}, new Date()), event)
}

const page = { page: 1, per_page: 100 }
const selectable = async () => {
  const { members, total_records } = await eventStore(table).listSelectable(OWNER, page)
  expect(members).toHaveLength(total_records)
  return members.map(({ title }) => title)
}

async function expectSound() {
  const violations: string[] = []
  await audit(table, (each) => violations.push(each))
  expect(violations).toEqual([])
}

describe('an event of the API', () => {
  it('joins once in a race of synchronous and deferred RSVPs of many processes with the sequencer', async () => {
    const events = await Promise.all(['One', 'Two', 'Three'].map((title) => givenEvent(title)))
    const processes = Array.from({ length: 4 }, elsewhere)
    const rush = events.flatMap(({ id }) => processes.flatMap((process) => [attend(id, process), attend(id, process)]))
    const sweeps = Array.from({ length: 6 }, () => sweep(elsewhere(), new Date(Date.now() + 60_000)))
    await Promise.all([...rush, ...sweeps])
    await sweep(table, new Date(Date.now() + 60_000))
    expect((await selectable()).sort()).toEqual(['One', 'Three', 'Two'])
    const { members } = await eventStore(table).listSelectable(OWNER, page)
    expect(members.map(({ total_accepted }) => total_accepted)).toEqual([8, 8, 8])
    await expectSound()
  })
})
