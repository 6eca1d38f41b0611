import { beforeAll, describe, expect, it } from 'vitest'
import { type Attendance, newAttendance } from '../../../lib/attendances/attendance.js'
import { friendCode } from '../../../lib/attendances/friend-code.js'
import { type LinkKeys, newLinkKey } from '../../../lib/attendances/links/link-token.js'
import type { OsdiEvent } from '../../../lib/events/event.js'
import { BatchWriteCommand } from '../../../lib/table/client/commands.js'
import { inPieces } from '../../../lib/table/in-parallel.js'
import { lists, positionAt } from '../../../lib/collections/numbered-list.js'
import { friendsBrought } from '../../../lib/reports/store/friends-brought.js'
import { whatWorked } from '../../../lib/reports/store/what-worked.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { freshTable } from '../../support/engine/tables.js'
import { loadKeys } from '../../../lib/attendances/links/link-key-store.js'

const GUESTS = 2_000
const owner = 'group:one' as const

let table: Table
let keys: LinkKeys
beforeAll(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
  keys = await loadKeys(table)
})

/** The person who answers an event as the nth. */
const personAt = (ordinal: number) => `00000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}`

/** The attendance of the nth person. */
const rsvpAt = (event: string, ordinal: number) =>
  newAttendance(event, personAt(ordinal), { identifiers: [], origin_system: 'Test' }, new Date())

const codeOf = (event: string, ordinal: number, of = keys) => friendCode(of, rsvpAt(event, ordinal))

/** Writes RSVPs to an event, in the order in which they came. */
async function givenRsvps(event: string, count: number, changes: Record<number, Partial<Attendance>>) {
  const list = lists.attendancesOf(event)
  const items = Array.from({ length: count }, (_, i) => ({
    ...keyOf.attendance(personAt(i + 1), event),
    ...rsvpAt(event, i + 1),
    ...changes[i + 1],
    ...positionAt(list, i + 1),
  }))
  for (const some of inPieces([{ ...list.length, length: count }, ...items], 25))
    await table.client.send(
      new BatchWriteCommand({
        RequestItems: { [table.name]: some.map((Item) => ({ PutRequest: { Item } })) },
      }),
    )
}

const by = (referrer: string) => ({ referrer_data: { source: 'none', website: 'none', referrer } })

/** Counts the friends of the nth person, and the requests that it takes. */
async function friendsOf(event: string, ordinal: number, total: number, known: number | undefined = ordinal) {
  const before = table.consumedCapacity.requests
  const brought = await friendsBrought(
    table,
    {
      event: { id: event, total_attendances: total } as OsdiEvent,
      attendance: rsvpAt(event, ordinal),
      ordinal: known,
    },
    keys,
  )
  return { brought, requests: table.consumedCapacity.requests - before }
}

describe('the friends of a person', () => {
  const event = '11111111-1111-4111-8111-111111111111'
  beforeAll(() =>
    givenRsvps(event, 12, {
      3: by(codeOf(event, 2)),
      5: by(codeOf(event, 4)),
      6: by(codeOf(event, 4)),
      7: by(codeOf(event, 4)),
      8: { ...by(codeOf(event, 4)), status: 'declined' },
      9: { ...by(codeOf(event, 4)), merged_into: personAt(5) },
      10: by(codeOf(event, 10)),
      11: by(codeOf(event, 4, { current: 1, keys: { 1: newLinkKey(new Date()) } })),
      12: by('a text'),
    }),
  )

  it.each([
    ['none', 1, 0],
    ['one', 2, 1],
    ['several, without people who declined or were merged, and without codes of other keys', 4, 3],
    ['not the person', 10, 0],
  ])('are %s', async (_, ordinal, brought) => {
    expect(await friendsOf(event, ordinal, 12)).toMatchObject({ brought })
  })

  it('are found from the first RSVP on where the item of the person has no position', async () => {
    expect(await friendsOf(event, 4, 12, undefined)).toMatchObject({ brought: 3 })
  })

  it('cost no request for the person who came last', async () => {
    expect(await friendsOf(event, 12, 12)).toEqual({ brought: 0, requests: 0 })
  })
})

describe('the friends at an event of 2,000 guests', () => {
  const event = '22222222-2222-4222-8222-222222222222'
  beforeAll(() =>
    givenRsvps(event, GUESTS, {
      1_500: by(codeOf(event, 999)),
      1_600: by(codeOf(event, 1_000)),
      1_700: by(codeOf(event, 1_000)),
      1_960: by(codeOf(event, 1_950)),
    }),
  )

  it('cost no more than the RSVPs after that of the person', async () => {
    // One block of a hundred, which is asked for in the index and in segments.
    expect(await friendsOf(event, 1_950, GUESTS)).toEqual({ brought: 1, requests: 2 })
  })

  it('are counted among the thousand RSVPs that came after the person', async () => {
    expect(await friendsOf(event, 1_000, GUESTS)).toMatchObject({ brought: 2 })
  })

  it('are those of the last count of all RSVPs, where more have come after the person', async () => {
    expect(await friendsOf(event, 999, GUESTS)).toEqual({ brought: 0, requests: 1 })
    await whatWorked(table, { id: event, owner })
    expect(await friendsOf(event, 999, GUESTS)).toEqual({ brought: 1, requests: 1 })
  })
})
