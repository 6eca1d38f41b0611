import { lists } from '../../lib/collections/numbered-list.js'
import type { Row } from '../../bench/print-table.js'
import { LATENCY } from './dynamodb/dynamodb.js'
import { pour, within } from './pour.js'
import { type Confirmations, SENDER, sendConfirmations } from './mailing/confirmations.js'
import type { MappingOptions } from './dynamodb/stream.js'
import {
  type Simulation,
  admitVisitors,
  confirmByMail,
  createEvent,
  createSimulation,
  personLink,
  postEvent,
  postForm,
  seedPeople,
} from './simulation.js'
import { watchTurns } from './turns.js'

/**
 * The compared designs: RSVPs of known people, of new people through the helper, and of new people who send the form
 * of a page, without mail and while the emails that confirm their RSVPs are sent; and two common designs.
 */
export type Design = 'textbook' | 'sharded' | Ours
type Ours = 'known people' | 'new people' | 'visitors' | 'visitors and mail'

export const DESIGNS: Design[] = ['textbook', 'sharded', 'known people', 'new people', 'visitors', 'visitors and mail']
export const RATES = [5, 50, 500, 5000]

/** The result of a burst. */
export interface Burst {
  design: Design
  /** RSVPs a second, and for how many seconds. */
  rate: number
  seconds: number
  sent: number
  accepted: number
  p50: number
  p99: number
  /** Units of table and indexes for each accepted RSVP, with those of refused requests and of assigning ordinals. */
  write: number
  read: number
  conflicts: number
  throttles: number
  instances: number
  /** From the last answer until the count was exact; undefined when it never became so. */
  exactAfter: number | undefined
  /** Records of the stream that went to the failure queue. */
  dropped: number
  /** Whether every accepted attendance has one ordinal, and the ordinals are 1 to their number. */
  dense: boolean
  /** Answers of refused requests, with their numbers. */
  refusals: Record<string, number>
  /** Messages that the code logged, with their numbers. */
  logged: Record<string, number>
  /** Emails that were sent until the count was exact, and those of them that came twice. */
  mails: Confirmations
  /** A line for each part of the time, where it was asked for. */
  trace: string[]
}

export interface BurstOptions {
  designs?: Design[]
  rates?: number[]
  seconds?: number
  /** Least number of RSVPs: a burst at a low rate lasts until it has them. */
  fewest?: number
  /** Length of the burst of known people at the highest rate, in seconds. */
  longest?: number
  /** Changes of the deployed event source mapping, to try them. */
  mapping?: Partial<MappingOptions>
  /** Whether to say what the time goes into. */
  trace?: boolean
  /** Called after each burst. */
  onBurst?: (burst: Burst, realSeconds: number) => void
}

/** The time after the end within which the count has to become exact. */
const PATIENCE_MS = 60_000
const BUDGET = {
  put: LATENCY.write,
  exactAfter: 2,
  // The form counts its network and its event: two units each while a process begins, less afterwards.
  write: { 'known people': 6, 'new people': 11, visitors: 14, 'visitors and mail': 16 },
}
const CALM_WRITE = { 'known people': 7, 'new people': 14, visitors: 16, 'visitors and mail': 19 }

const isOurs = (design: Design): design is Ours => design in BUDGET.write

/** Simulates all designs at all rates, each in its own simulation. */
export async function measureBurst({
  designs = DESIGNS,
  rates = RATES,
  seconds = 10,
  fewest = 200,
  longest = 60,
  mapping = {},
  trace = false,
  onBurst = () => undefined,
}: BurstOptions = {}): Promise<Burst[]> {
  const bursts: Burst[] = []
  for (const rate of rates)
    for (const design of designs) {
      const begin = performance.now()
      const isLongest = design === 'known people' && rate >= 5000
      const least = Math.max(seconds, fewest / rate)
      const burst = await play(design, rate, isLongest ? longest : least, mapping, trace)
      onBurst(burst, (performance.now() - begin) / 1000)
      bursts.push(burst)
    }
  return bursts
}

/** Bursts as rows of a table, beside the design's budgets. */
export const burstRows = (bursts: Burst[]): Row[] =>
  bursts.map((burst) => {
    const { design, rate, seconds, sent, accepted, p50, p99, write, conflicts, throttles } = burst
    const most = isOurs(design) ? (rate >= 500 ? BUDGET.write : CALM_WRITE)[design] : undefined
    const over =
      most !== undefined &&
      (accepted < sent ||
        !burst.dense ||
        write > most ||
        !((burst.exactAfter ?? Infinity) <= BUDGET.exactAfter) ||
        (design === 'known people' && rate >= 5000 && p99 > 2 * BUDGET.put))
    return {
      design,
      'RSVPs/s': rate,
      s: seconds,
      accepted: `${Math.floor((1000 * accepted) / sent) / 10}%`,
      'p50 ms': round(p50),
      'p99 ms': round(p99),
      'write units': round(write),
      'read units': round(burst.read),
      conflicts,
      throttles,
      'exact after s': burst.exactAfter === undefined ? 'never' : round(burst.exactAfter),
      budget: most === undefined ? '-' : `${most} write units`,
      'over budget': over,
    }
  })

/** Partitions that the table has got until it takes so many units a second; a new one on demand has four. */
const partitionsFor = (unitsPerSecond: number) => Math.max(4, Math.ceil(unitsPerSecond / 1000))

async function play(
  design: Design,
  rate: number,
  seconds: number,
  mapping: Partial<MappingOptions>,
  trace: boolean,
): Promise<Burst> {
  const shards = partitionsFor(rate * BUDGET.write[isOurs(design) ? design : 'known people'])
  const endpoints = ['v2/create-event', 'v2/create-attendance', 'pages/record-attendance']
  const isMailed = design === 'visitors and mail'
  const simulation = await createSimulation(endpoints, { shards, ...mapping }, isMailed ? [SENDER] : [])
  const { clock, dynamodb } = simulation
  const sent = Math.round(rate * seconds)
  const event = await createEvent(simulation)
  const traceNow = trace ? watchTurns(simulation) : () => []
  const mails = isMailed ? sendConfirmations(simulation, { shards }) : { sent: 0, doubled: 0 }
  const requests = await requestsOf(simulation, design, event, sent)
  const before = { ...dynamodb.counts }
  const { times, refusals, lastAnswer } = await pour(simulation, requests, { sent, seconds })

  const accepted = times.length
  let exact = isOurs(design) ? undefined : clock.now
  await clock.run(() => {
    if (exact === undefined && lengthOf(simulation, event) === accepted) exact = clock.now
    const isOver = exact !== undefined && simulation.mapping.waiting === 0
    return isOver || clock.now > lastAnswer + PATIENCE_MS
  })
  const each = (units: number) => units / Math.max(1, accepted)
  return {
    design,
    rate,
    seconds,
    sent,
    accepted,
    refusals,
    instances: requests.fleet.size,
    logged: Object.fromEntries(simulation.logged),
    mails: { ...mails },
    trace: traceNow(),
    p50: within(0.5, times),
    p99: within(0.99, times),
    write: each(dynamodb.counts.write - before.write),
    read: each(dynamodb.counts.read - before.read),
    conflicts: dynamodb.counts.conflicts - before.conflicts,
    throttles: dynamodb.counts.throttles - before.throttles,
    exactAfter: exact === undefined ? undefined : (exact - lastAnswer) / 1000,
    dropped: simulation.mapping.dropped,
    dense: isOurs(design) ? isDense(simulation, event, accepted) : true,
  }
}

async function requestsOf(simulation: Simulation, design: Design, event: string, count: number) {
  if (design === 'textbook' || design === 'sharded')
    return { fleet: simulation.textbook(design), request: (i: number) => ({ event, person: String(i) }) }
  if (design === 'visitors' || design === 'visitors and mail') {
    admitVisitors(simulation)
    if (design === 'visitors and mail') confirmByMail(simulation, event)
    const fleet = simulation.fleet('pages/record-attendance')
    return {
      fleet,
      request: (i: number) => postForm(simulation, event, { email: `visitor-${i}@example.org` }),
    }
  }
  const path = `/api/v2/events/${event}/attendances`
  const people = design === 'known people' ? await seedPeople(simulation, count) : []
  const fleet = simulation.fleet('v2/create-attendance')
  const body = (i: number) =>
    design === 'known people'
      ? { _links: personLink(people[i] as string) }
      : { person: { email_addresses: [{ address: `person-${i}@example.org` }] } }
  return { fleet, request: (i: number) => postEvent(simulation, path, body(i)) }
}

/** Returns the number of attendances in the event's length item. */
function lengthOf({ dynamodb }: Simulation, event: string): number {
  const { pk, sk } = lists.attendancesOf(event).length
  return Number(dynamodb.peek(pk, sk)?.['length']?.['N'] ?? 0)
}

function isDense({ dynamodb }: Simulation, event: string, accepted: number): boolean {
  const ordinals = new Set<number>()
  let members = 0
  for (const item of dynamodb.all())
    if (item['sk']?.['S'] === `attendance#${event}`) {
      members++
      ordinals.add(Number((item['ordinal'] ?? item['numbered'])?.['N']))
    }
  return members === accepted && ordinals.size === accepted && Math.max(0, ...sample(ordinals)) === accepted
}

/** Distinct whole numbers from 1 are dense if the largest is their number. */
function sample(ordinals: Set<number>): number[] {
  let most = 0
  for (const ordinal of ordinals) most = ordinal >= 1 ? Math.max(most, ordinal) : NaN
  return [most]
}

const round = (number: number) => Math.round(number * 100) / 100
