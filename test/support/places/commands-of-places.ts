import { fork } from 'node:child_process'
import { once } from 'node:events'
import { OsdiError } from '../../../lib/runtime/errors.js'
import { markContended } from '../../../lib/collections/contention.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import type { LocalTable } from '../../../local/engine/data.js'
import type { Command } from './model-of-places.js'
import { Crashed, type Process, crashingAfter, processWith } from './places.js'

/* Commands of a model, sent to the service by processes that may crash. */

/** An event, and its people by their numbers. */
export interface Scene {
  event: string
  people: string[]
}

/** A command, and after how many requests of it the process crashes. */
export interface Sent {
  command: Command
  crashesAfter: number | undefined
  /** Whether the process takes the event for one that many come to. */
  isRush: boolean
}

/** Attempts of a command while the service is busy, as callers make them. */
const MOST_TIMES = 5

/** Sends a command. That an event is full, or a person unknown, is an answer. */
export async function send(whole: Process, { command, crashesAfter, isRush }: Sent, scene: Scene): Promise<void> {
  if (isRush) markContended(whole.table, lists.attendancesOf(scene.event))
  const through = crashesAfter === undefined ? whole : processWith(crashingAfter(crashesAfter, whole.table))
  for (let times = 1; ; times++)
    try {
      await done(command, through, scene)
      return
    } catch (error) {
      if (error instanceof Crashed) return
      if (!(error instanceof OsdiError)) throw error
      if (['conflict', 'not_found'].includes(error.code)) return
      if (error.code !== 'busy' || times === MOST_TIMES) throw error
    }
}

function done(command: Command, through: Process, { event, people }: Scene): Promise<unknown> {
  if (command.kind === 'capacity') return through.change(event, { capacity: command.to })
  if (command.kind === 'start') return through.change(event, startOn(command.day))
  if (command.kind === 'waitlist') return through.change(event, { waitlist: command.on })
  const person = people[command.person] as string
  if (command.kind === 'rsvp') return through.rsvp(event, person, command.guests)
  if (command.kind === 'party') return through.changeGuests(event, person, command.guests)
  if (command.kind === 'confirm') return through.confirm(event, person)
  if (command.kind === 'merge') return through.mergeInto(event, person, people[command.into] as string)
  return through.changeStatus(event, person, command.kind === 'cancel' ? 'declined' : 'accepted')
}

const startOn = (day: number) => ({ start_date: { wallClock: `2035-01-0${day}T18:00:00` } })

/** Another process of the operating system that sends commands. */
export interface OtherProcess {
  send(sent: Sent, scene: Scene): Promise<void>
  end(): Promise<void>
}

/** The message to the other process. */
export interface Question {
  sent: Sent
  scene: Scene
}
export type Answer = { error?: string }

/** Starts one that sends its commands one after the other. */
export async function startOtherProcess({ tableName, endpoint }: LocalTable): Promise<OtherProcess> {
  const child = fork(new URL('places-process.ts', import.meta.url), [tableName, endpoint], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  await once(child, 'message')
  let last: Promise<unknown> = Promise.resolve()
  return {
    send(sent, scene) {
      const answered = last.then(async () => {
        child.send({ sent, scene } satisfies Question)
        const [{ error }] = (await once(child, 'message')) as [Answer]
        if (error !== undefined) throw new Error(error)
      })
      last = answered.catch(() => undefined)
      return answered
    },
    async end() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
