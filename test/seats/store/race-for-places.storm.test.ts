import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../lib/attendances/attendance.js'
import { inParallel } from '../../../lib/table/in-parallel.js'
import { engineKinds } from '../../support/engine/engines.js'
import { type Process, processOn, untilDone } from '../../support/places/places.js'
import { isLong, sized, timeFor } from '../../support/size.js'
import { freshTable } from '../../support/engine/tables.js'

/* Many people come to an event with a waiting list at once, a fifth of them cancels, and all places are taken. */

const PEOPLE = sized(40, 5_000)
const PLACES = PEOPLE / 10
const CANCELS = 5
/** Requests that each process sends at the same time, like as many functions. */
const AT_ONCE = 8

describe.each(isLong ? engineKinds() : engineKinds().slice(0, 1))('people who race for places on %s', (kind) => {
  it(`take ${PLACES} of them, ${PEOPLE} people, though a fifth cancels`, { timeout: timeFor(300_000) }, async () => {
    const address = await freshTable(kind)
    const processes = Array.from({ length: 4 }, () => processOn(address))
    const [first] = processes as [Process]
    const event = await first.newEvent({ capacity: PLACES, waitlist: true })
    const people = Array.from({ length: PEOPLE }, () => randomUUID())

    const come = async (process: Process, person: string, i: number) => {
      await untilDone(() => process.rsvp(event, person))
      if (i % CANCELS !== 0) return
      await pause(Math.random() * 200)
      await untilDone(() => process.changeStatus(event, person, 'declined'))
    }
    const numbered = people.map((person, i) => ({ person, i }))
    const rush = Promise.all(
      processes.map((process, n) =>
        inParallel(
          numbered.filter(({ i }) => i % processes.length === n),
          AT_ONCE,
          ({ person, i }) => come(process, person, Math.floor(i / processes.length)),
        ),
      ),
    )
    await consumeDuring(rush, processOn(address))

    const { totals } = await first.find(event)
    const canceled = numbered.filter(({ i }) => Math.floor(i / processes.length) % CANCELS === 0).length
    expect(totals).toMatchObject({
      accepted: PLACES,
      declined: canceled,
      waitlisted: PEOPLE - canceled - PLACES,
    })
    const attendances = await inParallel(people, AT_ONCE, (person) => first.attendanceOf(event, person))
    expect(attendances.filter((each) => statusOf(each) === 'accepted')).toHaveLength(PLACES)
    expect(await first.violations()).toEqual([])
  })
})

/** Does what waits until all is done, as the consumer of the stream does. */
async function consumeDuring(rush: Promise<unknown>, consumer: Process): Promise<void> {
  let isOver = false
  const ended = rush.finally(() => (isOver = true))
  while (!isOver) {
    await consumer.consume()
    await Promise.race([ended, pause(200)])
  }
  await ended
  while ((await consumer.consume()) > 0);
}
