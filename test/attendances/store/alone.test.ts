import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { attendanceId, newAttendance } from '../../../lib/attendances/attendance.js'
import { noReactions } from '../../../lib/attendances/store/reactions.js'
import { getMany } from '../../../lib/table/reads.js'
import { keyOf } from '../../../lib/table/table.js'
import { processOn } from '../../support/places/places.js'
import { freshTable } from '../../support/engine/tables.js'
import { record } from '../../../lib/attendances/store/record-attendance.js'
import { changeStatus } from '../../../lib/attendances/store/change-status.js'

it('an event takes everybody, and mails no one, where no room reacts to attendances', async () => {
  const process = processOn(await freshTable())
  const event = await process.newEvent({ capacity: 1, waitlist: true })
  const people = [randomUUID(), randomUUID(), randomUUID()] as const
  for (const person of people)
    await record(process.table, noReactions, newAttendance(event, person, {}, new Date()), await process.find(event))
  const canceled = attendanceId(event, people[0])
  const now = () => new Date()
  await changeStatus(process.table, noReactions, await process.find(event), canceled, { status: 'declined', now })
  await changeStatus(process.table, noReactions, await process.find(event), canceled, {
    status: 'accepted',
    guests: 2,
    now,
  })
  expect(await noReactions.gate.openSeats(process.table, await process.find(event))).toBeUndefined()
  const { totals } = await process.find(event)
  expect(totals).toMatchObject({ accepted: 3, guests: 2, waitlisted: 0, declined: 0 })
  const items = await getMany(
    process.table,
    people.map((person) => keyOf.attendance(person, event)),
  )
  expect(items.map((item) => item?.['mails'] ?? 'none')).toEqual(['none', 'none', 'none'])
})
