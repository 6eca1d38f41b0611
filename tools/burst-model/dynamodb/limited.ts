import type { Row } from '../../../bench/print-table.js'
import { pour, within } from '../pour.js'
import { createEvent, createSimulation, limitPlaces, personLink, postEvent, seedPeople } from '../simulation.js'

/** The result of a rush on an event with limited seats. */
export interface LimitedBurst {
  /** RSVPs a second, and for how many seconds. */
  rate: number
  seconds: number
  seats: number
  accepted: number
  /** Answers of refused requests, with their numbers. */
  refusals: Record<string, number>
  /** RSVPs accepted in a second until the last seat is taken. */
  acceptedPerSecond: number
  p50: number
  p99: number
  /** Median time until a refusal, in milliseconds. */
  refusedP50: number
  refusedP99: number
  /** Write units for each accepted RSVP, those of all refused ones included. */
  write: number
  /** Read units for each RSVP. */
  read: number
}

export interface LimitedOptions {
  /** More than the budget: of fewer RSVPs, fewer can be accepted. */
  rates?: number[]
  seconds?: number
}

/** Budget of accepted RSVPs a second for an event with limited seats. */
const BUDGET = 500

/** Simulates a rush of known people on events that have seats for half of them. */
export async function measureLimited({ rates = [1000, 5000], seconds = 10 }: LimitedOptions = {}) {
  const bursts: LimitedBurst[] = []
  for (const rate of rates) bursts.push(await play(rate, seconds))
  return bursts
}

async function play(rate: number, seconds: number): Promise<LimitedBurst> {
  const simulation = await createSimulation(['v2/create-event', 'v2/create-attendance'])
  const { clock, dynamodb } = simulation
  const sent = Math.round(rate * seconds)
  const seats = Math.ceil(sent / 2)
  const event = await createEvent(simulation)
  limitPlaces(simulation, event, seats)
  const people = await seedPeople(simulation, sent)
  const before = { ...dynamodb.counts }
  const begin = clock.now
  const { times, refusedTimes, refusals, lastAccepted } = await pour(
    simulation,
    {
      fleet: simulation.fleet('v2/create-attendance'),
      request: (i) =>
        postEvent(simulation, `/api/v2/events/${event}/attendances`, {
          _links: personLink(people[i] as string),
        }),
    },
    { sent, seconds },
  )
  await clock.run(() => simulation.mapping.waiting === 0)
  return {
    rate,
    seconds,
    seats,
    accepted: times.length,
    refusals,
    acceptedPerSecond: (times.length / (lastAccepted - begin)) * 1000,
    p50: within(0.5, times),
    p99: within(0.99, times),
    refusedP50: within(0.5, refusedTimes),
    refusedP99: within(0.99, refusedTimes),
    write: (dynamodb.counts.write - before.write) / times.length,
    read: (dynamodb.counts.read - before.read) / sent,
  }
}

/** Formats bursts as rows of a table, with the budgets. */
export const limitedRows = (bursts: LimitedBurst[]): Row[] =>
  bursts.map(({ rate, seconds, seats, accepted, refusals, acceptedPerSecond, ...burst }) => {
    const others = Object.entries(refusals).filter(([status]) => status !== '409')
    return {
      'RSVPs/s': rate,
      s: seconds,
      seats,
      accepted,
      'otherwise than full': others.map(([status, count]) => `${count} × ${status}`).join(', ') || '-',
      'accepted/s until full': Math.round(acceptedPerSecond),
      'p50 ms': round(burst.p50),
      'p99 ms': round(burst.p99),
      'full, p50 ms': round(burst.refusedP50),
      'full, p99 ms': round(burst.refusedP99),
      'write units': round(burst.write),
      'read units': round(burst.read),
      budget: `${BUDGET}/s`,
      'over budget': accepted !== seats || acceptedPerSecond < BUDGET,
    }
  })

const round = (number: number) => Math.round(number * 100) / 100
