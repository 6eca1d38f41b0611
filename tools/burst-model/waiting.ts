import { lists } from '../../lib/collections/numbered-list.js'
import type { Row } from '../../bench/print-table.js'
import type { Fleet } from './fleet.js'
import { within } from './pour.js'
import {
  type Simulation,
  createEvent,
  createSimulation,
  limitPlaces,
  personLink,
  postEvent,
  putEvent,
  seedPeople,
} from './simulation.js'

/** The result of a rush on an event with a waiting list, in which some of the guests cancel while others wait. */
export interface WaitingBurst {
  /** RSVPs a second, and for how many seconds. */
  rate: number
  seconds: number
  seats: number
  cancelled: number
  /** In the end. */
  accepted: number
  waitlisted: number
  /** Answers of refused requests, with their numbers. */
  refusals: Record<string, number>
  /** Milliseconds until an answer. */
  rsvp: Times
  cancellation: Times
  /** From the last answer until the totals are exact and each place is given; undefined when they never were. */
  exactAfter: number | undefined
  /** Units for each request, those of settlements and of ordinals included. */
  write: number
  read: number
}

interface Times {
  p50: number
  p99: number
}

/** One in so many guests cancels, within so many seconds of the RSVP. */
const CANCELS = 10
const WITHIN_S = 2

/** The time after the end within which the totals have to become exact. */
const PATIENCE_MS = 60_000

/** Exact within so many seconds of the end. */
const BUDGET = 2

/** Simulates rushes of known people on events that have seats for half of them, and a waiting list. */
export async function measureWaiting({ rates = [50, 500], seconds = 10 } = {}): Promise<WaitingBurst[]> {
  const bursts: WaitingBurst[] = []
  for (const rate of rates) bursts.push(await play(rate, seconds))
  return bursts
}

async function play(rate: number, seconds: number): Promise<WaitingBurst> {
  const simulation = await createSimulation(['v2/create-event', 'v2/create-attendance', 'v2/update-attendance'])
  const { clock, dynamodb } = simulation
  const sent = Math.round(rate * seconds)
  const seats = Math.ceil(sent / 2)
  const event = await createEvent(simulation)
  limitPlaces(simulation, event, seats, { waitlist: true })
  const before = { ...dynamodb.counts }
  const { rsvps, cancellations, refusals } = await comeAndCancel(simulation, event, sent, seconds)
  const requests = sent + cancellations.length
  const lastAnswer = clock.now
  let exact: number | undefined
  await clock.run(() => {
    if (exact === undefined && acceptedIn(simulation, event) === seats) exact = clock.now
    const isOver = exact !== undefined && simulation.mapping.waiting === 0
    return isOver || clock.now > lastAnswer + PATIENCE_MS
  })
  const statuses = statusesOf(simulation, event)
  const count = (status: string) => statuses.filter((each) => each === status).length
  return {
    rate,
    seconds,
    seats,
    cancelled: count('declined'),
    accepted: count('accepted'),
    waitlisted: count('tentative'),
    refusals,
    rsvp: timesIn(rsvps),
    cancellation: timesIn(cancellations),
    exactAfter: exact === undefined ? undefined : (exact - lastAnswer) / 1000,
    write: (dynamodb.counts.write - before.write) / requests,
    read: (dynamodb.counts.read - before.read) / requests,
  }
}

/** Sends RSVPs at random moments, and cancellations of a tenth of them, and waits until all are answered. */
async function comeAndCancel(simulation: Simulation, event: string, sent: number, seconds: number) {
  const { clock, random } = simulation
  const people = await seedPeople(simulation, sent)
  const [coming, changing] = [simulation.fleet('v2/create-attendance'), simulation.fleet('v2/update-attendance')]
  const rsvps: number[] = []
  const cancellations: number[] = []
  const refusals: Record<string, number> = {}
  let open = sent
  const invoke = async (fleet: Fleet, request: unknown, times: number[]) => {
    const begin = clock.now
    const { statusCode, body = '' } = await fleet.invoke(request)
    times.push(clock.now - begin)
    open--
    if (statusCode !== 200) refusals[statusCode] = (refusals[statusCode] ?? 0) + 1
    return statusCode === 200 ? body : undefined
  }
  const later = (ms: number, work: () => Promise<unknown>) =>
    clock.after(ms, () => void work().catch((error: unknown) => clock.fail(error)))
  const cancel = (body: string) => {
    const { href } = (JSON.parse(body) as { _links: { self: { href: string } } })._links.self
    open++
    later(random() * WITHIN_S * 1000, () =>
      invoke(changing, putEvent(simulation, new URL(href).pathname, { status: 'declined' }), cancellations),
    )
  }
  const path = `/api/v2/events/${event}/attendances`
  people.forEach((person, i) =>
    later(random() * seconds * 1000, async () => {
      const body = await invoke(coming, postEvent(simulation, path, { _links: personLink(person) }), rsvps)
      if (body !== undefined && i % CANCELS === 0) cancel(body)
    }),
  )
  await clock.run(() => open === 0)
  return { rsvps, cancellations, refusals }
}

function timesIn(times: number[]): Times {
  const sorted = times.toSorted((one, other) => one - other)
  return { p50: within(0.5, sorted), p99: within(0.99, sorted) }
}

/** Returns the number of people who come, as the totals of the event say. */
function acceptedIn({ dynamodb }: Simulation, event: string): number {
  const { pk, sk } = lists.attendancesOf(event).length
  const length = dynamodb.peek(pk, sk)
  const [all, declined, waitlisted] = ['length', 'declined', 'waitlisted'].map((name) =>
    Number(length?.[name]?.['N'] ?? 0),
  ) as [number, number, number]
  return all - declined - waitlisted
}

/** Returns the status of each attendance. */
const statusesOf = ({ dynamodb }: Simulation, event: string): string[] =>
  [...dynamodb.all()]
    .filter((item) => item['sk']?.['S'] === `attendance#${event}`)
    .map((item) => (item['status']?.['S'] as string | undefined) ?? 'accepted')

/** Formats bursts as rows of a table, with the budgets. */
export const waitingRows = (bursts: WaitingBurst[]): Row[] =>
  bursts.map(({ rate, seconds, seats, cancelled, accepted, waitlisted, refusals, ...burst }) => ({
    'RSVPs/s': rate,
    s: seconds,
    seats,
    cancelled,
    accepted,
    waitlisted,
    refused:
      Object.entries(refusals)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ') || '-',
    'RSVP, p50 ms': round(burst.rsvp.p50),
    'RSVP, p99 ms': round(burst.rsvp.p99),
    'cancel, p50 ms': round(burst.cancellation.p50),
    'cancel, p99 ms': round(burst.cancellation.p99),
    'write units': round(burst.write),
    'read units': round(burst.read),
    'exact after s': burst.exactAfter === undefined ? 'never' : round(burst.exactAfter),
    budget: `${BUDGET} s`,
    'over budget': accepted !== seats || !((burst.exactAfter ?? Infinity) <= BUDGET),
  }))

const round = (number: number) => Math.round(number * 100) / 100
