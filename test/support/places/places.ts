import { randomUUID } from 'node:crypto'
import { newAttendance, attendanceId } from '../../../lib/attendances/attendance.js'
import { type InterfaceFields, newEvent } from '../../../lib/events/event.js'
import { type InterfaceChange, updateInterfaceEvent } from '../../../lib/events/interface-event.js'
import { type StatusChange, acceptAgain } from '../../../lib/attendances/record-attendance.js'
import { audit } from '../../../lib/app/audit.js'
import type { Client } from '../../../lib/table/client/client.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import { pendingIn, pendingPartitions } from '../../../lib/collections/pending.js'
import { queryAll } from '../../../lib/table/reads.js'
import { eventStore } from '../../../lib/app/event-store.js'
import { assignOrdinals } from '../../../lib/app/sequencer.js'
import { mergeInto } from '../../../lib/merging/store/merge-attendance.js'
import { assignOrdinalsFromStream, sweep } from '../../../lib/app/sequencer.js'
import { type Item, type Table, openTable } from '../../../lib/table/table.js'
import { unknownLocation } from '../../../lib/locations/geocode/geocoder.js'
import type { LocalTable } from '../../../local/engine/data.js'
import { record } from '../../../lib/attendances/store/record-attendance.js'
import { attendanceReactions } from '../../../lib/app/reactions/attendance.js'
import { changeStatus } from '../../../lib/attendances/store/change-status.js'
import { findAttendance } from '../../../lib/attendances/store/read-attendances.js'
import { tagPerson } from '../../../lib/tags/record-tag.js'
import { appOver } from '../app.js'

/* Events whose seats are limited, as one of several processes sees them. */

const OWNER = 'group:one'
const now = () => new Date()

/** A process has ended between two of its requests. */
export class Crashed extends Error {}

/** A table as a process sees it where something happens before each of its requests. */
export function withBefore(table: Table, before: (command: { input: object }) => Promise<void> | void): Table {
  const client: Client = {
    send: async (command, options) => {
      await before(command)
      return table.client.send(command, options)
    },
    destroy: () => undefined,
  }
  return { ...table, client }
}

/** A table as a process sees it that crashes at the request after so many. */
export const crashingAfter = (requests: number, table: Table): Table => {
  let left = requests
  return withBefore(table, () => {
    if (left-- <= 0) throw new Crashed()
  })
}

/** A table as a process sees it that crashes once a transaction is written. */
export const crashingAfterTransaction = (table: Table): Table => {
  let isWritten = false
  return withBefore(table, ({ input }) => {
    if (isWritten) throw new Crashed()
    isWritten = 'TransactItems' in input
  })
}

/** Repeats what was too busy, as callers do. */
export async function untilDone(work: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await work()
      return
    } catch (error) {
      if (!String((error as { code?: string }).code).startsWith('busy')) throw error
    }
}

/** A record of the stream that shows an item which waits. */
const recordOf = ({ pk, waits_for }: Item) => ({
  dynamodb: { NewImage: { pk: { S: pk }, waits_for: { S: waits_for as string } } },
})

/** Stores of a process of its own. */
export const processOn = ({ tableName, endpoint }: LocalTable) =>
  processWith(openTable({ tableName, dynamodbEndpoint: endpoint }))

export type Process = ReturnType<typeof processWith>

export function processWith(table: Table) {
  const events = eventStore(table)
  const attending = { ...appOver(table), geocode: unknownLocation, reactions: attendanceReactions, tagPerson }
  const find = (event: string) => events.find(OWNER, event)
  const change = async (event: string, person: string, changed: Omit<StatusChange, 'now'>) =>
    changeStatus(table, attendanceReactions, await find(event), attendanceId(event, person), { ...changed, now })
  return {
    table,

    async newEvent(fields: Partial<InterfaceFields>): Promise<string> {
      const event = await newEvent(
        { title: 'Dinner', origin_system: 'Test', start_date: { wallClock: '2035-01-01T18:00:00' } },
        {
          id: randomUUID(),
          principal: { owner: OWNER },
          creator: 'someone',
          explicit_creator: false,
          now: now(),
          made_in_interface: { hidden: false, ...fields },
        },
        unknownLocation,
      )
      await events.create(event)
      return event.id
    },

    find,

    async rsvp(event: string, person: string, guests = 0) {
      const found = await find(event)
      const fresh = newAttendance(event, person, { guests }, now())
      const { attendance, isNew } = await record(table, attendanceReactions, fresh, found, { justRead: true })
      return isNew ? attendance : acceptAgain(attending, found, attendance, { guestsOnReturn: guests })
    },

    changeStatus: (event: string, person: string, status: 'accepted' | 'declined') => change(event, person, { status }),
    changeGuests: (event: string, person: string, guests: number) => change(event, person, { guests }),
    confirm: (event: string, person: string) => change(event, person, { confirms: true }),

    change: (event: string, change: InterfaceChange) =>
      updateInterfaceEvent(OWNER, event, change, { events, geocode: unknownLocation, now }),

    /** Records the RSVP of a person for another one, as merging the two people does. */
    async mergeInto(event: string, person: string, keep: string) {
      const attendance = await findAttendance(attending, event, attendanceId(event, person))
      if (attendance.merged_into === undefined) await mergeInto({ table, now, assignOrdinals }, attendance, keep, false)
    },

    attendanceOf: (event: string, person: string) => findAttendance(attending, event, attendanceId(event, person)),

    /** Does what waits, as the sweeper does. */
    sweep: () => sweep(table, new Date(Date.now() + 1_000)),

    /** Does what waits for events, as the consumer of the stream does. @returns how many items waited */
    async consume(): Promise<number> {
      const waiting = await Promise.all(
        pendingPartitions(lists.attendancesOf('')).map((each) => queryAll(table, pendingIn(each))),
      )
      const records = waiting.flat().map(recordOf)
      if (records.length > 0) await assignOrdinalsFromStream(table, records)
      return records.length
    },

    async violations(): Promise<string[]> {
      const found: string[] = []
      await audit(table, (each) => found.push(each))
      return found
    },
  }
}
