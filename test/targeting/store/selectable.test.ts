import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { newAttendance } from '../../../lib/attendances/attendance.js'
import { type OsdiEvent, newEvent } from '../../../lib/events/event.js'
import { DeleteCommand } from '../../../lib/table/client/commands.js'
import { audit } from '../../../lib/app/audit.js'
import { eventStore } from '../../../lib/app/event-store.js'
import { markContended } from '../../../lib/collections/contention.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import { assignOrdinals } from '../../../lib/app/sequencer.js'
import { type Key, type Table, keyOf, openTable } from '../../../lib/table/table.js'
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
const actions = async () => (await eventStore(table).listActions(OWNER, page)).members.map(({ title }) => title)

async function expectSound() {
  const violations: string[] = []
  await audit(table, (each) => violations.push(each))
  expect(violations).toEqual([])
}

describe('an event of the API', () => {
  it('becomes selectable with its first attendance, once, and is never among all actions', async () => {
    const { id } = await givenEvent('Rally')
    await givenEvent('Unattended')
    expect(await selectable()).toEqual([])
    await attend(id)
    expect(await selectable()).toEqual(['Rally'])
    await attend(id)
    expect(await selectable()).toEqual(['Rally'])
    expect(await actions()).toEqual([])
    await expectSound()
  })

  it('costs five write units and a read more with its first attendance, and nothing with the others', async () => {
    const { id } = await givenEvent('Rally')
    const costs: number[] = []
    for (let i = 0; i < 3; i++) {
      const before = table.consumedCapacity.write
      await attend(id)
      costs.push(table.consumedCapacity.write - before)
    }
    expect(costs).toEqual([11, 6, 6])
  })

  it('becomes selectable when the first members of its contended list get their ordinals', async () => {
    const { id } = await givenEvent('Rally')
    markContended(table, lists.attendancesOf(id), 60_000)
    const crowd = Array.from({ length: 30 }, () => randomUUID())
    await Promise.all(crowd.map((person) => attend(id, table, person)))
    expect(await selectable()).toEqual([])
    await assignOrdinals(table, lists.attendancesOf(id).name, crowd.slice(0, 20))
    expect(await selectable()).toEqual(['Rally'])
    await assignOrdinals(table, lists.attendancesOf(id).name, crowd)
    expect(await selectable()).toEqual(['Rally'])
    await expectSound()
  })
})

describe("an event of the organizer's own interface", () => {
  it('is selectable and among all actions from the beginning, and stays there once', async () => {
    await givenEvent('Of the API')
    const { id } = await givenEvent('Canvass', 'interface')
    expect(await selectable()).toEqual(['Canvass'])
    expect(await actions()).toEqual(['Canvass'])
    await attend(id)
    expect(await selectable()).toEqual(['Canvass'])
    await expectSound()
  })
})

describe('events that are missing in these lists', () => {
  const forget = ({ pk, sk }: Key) => table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }))

  it('are found by the audit', async () => {
    const attended = await givenEvent('Attended')
    await givenEvent('Unattended')
    const ours = await givenEvent('Ours', 'interface')
    await attend(attended.id)
    for (const key of [
      keyOf.selectable(attended.id),
      keyOf.selectable(ours.id),
      keyOf.action(ours.id),
      lists.selectableOf(OWNER).length,
      lists.actionsOf(OWNER).length,
    ])
      await forget(key)

    const violations: string[] = []
    await audit(table, (each) => violations.push(each))
    expect(violations.sort()).toEqual(
      [
        `event:${attended.id} is missing in the list "selectable actions of group:one".`,
        `event:${ours.id} is missing in the list "actions of group:one".`,
        `event:${ours.id} is missing in the list "selectable actions of group:one".`,
      ].sort(),
    )
  })
})
