import { pathToFileURL } from 'node:url'
import { alarms } from '../infra/monitoring/alarms.js'
import { queues } from '../lib/queues/queues.js'
import { pendingPartitions } from '../lib/dynamodb/lists/pending.js'

/*
 * What Turnout costs: quantities of three months times the prices of AWS. `npm run bench:cost` prints the tables of
 * docs/cost.md, and a test compares them.
 */

/** Dollars in us-east-1, without free tiers. docs/cost.md lists the sources. */
const PRICES = {
  'DynamoDB write request units': { each: 0.625, per: 1e6 },
  'DynamoDB read request units': { each: 0.125, per: 1e6 },
  'DynamoDB storage, GB-months': { each: 0.25, per: 1 },
  'Point-in-time recovery, GB-months': { each: 0.2, per: 1 },
  'Lambda requests': { each: 0.2, per: 1e6 },
  'Lambda GB-seconds, arm64': { each: 13.3334, per: 1e6 },
  'HTTP API requests': { each: 1, per: 1e6 },
  'Data out, GB': { each: 0.09, per: 1 },
  'Logs written, GB': { each: 0.5, per: 1 },
  'Logs kept, GB-months': { each: 0.03, per: 1 },
  'CloudWatch alarms, by metric': { each: 0.1, per: 1 },
  'CloudWatch metrics of our own': { each: 0.3, per: 1 },
  'CloudWatch dashboard': { each: 3, per: 1 },
  'SQS requests': { each: 0.4, per: 1e6 },
} as const

type Priced = keyof typeof PRICES
type Quantities = Partial<Record<Priced, number>>

/** Units of one request, from `npm run bench`: docs/performance.md. */
const UNITS = {
  createEvent: { read: 1, write: 6 },
  rsvpOfStranger: { read: 4, write: 11 },
  rsvpOfKnown: { read: 4, write: 5 },
  getEvent: { read: 1, write: 0 },
  getPage: { read: 15.5, write: 0 },
}

/** Write units of an RSVP in a rush of 50 a second, in the model of docs/performance.md, with assigning its ordinal. */
const RUSH_WRITE = 11.4

/** Generous estimates, not measured on AWS. */
const ASSUMED = {
  gbSecondsOfRequest: 0.5 * 0.025,
  logBytesOfRequest: 1_000,
  answerBytes: 1_500,
  /** Items, and as much again in indexes, of which recovery keeps no copy. */
  bytesOfStranger: 4_000,
  bytesOfKnown: 1_500,
  bytesOfEvent: 4_000,
  /** Of the sweeper: half a unit for each partition of the index of pending members. */
  sweepReads: pendingPartitions().length / 2,
  /** Of the search for due mail: the same for 16 partitions of mailings and 16 of mails. */
  dueMailReads: 32 / 2,
  scheduledGbSeconds: 0.5 * 0.1,
  /** Lambda's long polls of a queue in a month. */
  pollsOfQueue: 200_000,
}

const GB = 1e9
const MINUTES = 43_800
/** Of the two functions that a schedule calls each minute. */
const RUNS = 2 * MINUTES

interface Month {
  events?: number
  strangers?: number
  known?: number
  eventReads?: number
  pages?: number
  /** Whether RSVPs come so fast that they take the deferred path. */
  isRush?: boolean
}

function quantitiesOf(month: Month): Quantities {
  const { events = 0, strangers = 0, known = 0, eventReads = 0, pages = 0, isRush = false } = month
  const requests = events + strangers + known + eventReads + pages
  const batches = isRush ? Math.min(strangers + known, 3_600) : 0
  const write =
    events * UNITS.createEvent.write +
    strangers * (isRush ? RUSH_WRITE : UNITS.rsvpOfStranger.write) +
    known * UNITS.rsvpOfKnown.write
  const read =
    events * UNITS.createEvent.read +
    strangers * UNITS.rsvpOfStranger.read +
    known * UNITS.rsvpOfKnown.read +
    eventReads * UNITS.getEvent.read +
    pages * UNITS.getPage.read +
    MINUTES * (ASSUMED.sweepReads + ASSUMED.dueMailReads)
  const stored =
    (events * ASSUMED.bytesOfEvent + strangers * ASSUMED.bytesOfStranger + known * ASSUMED.bytesOfKnown) / GB
  const logs = ((requests + RUNS + batches) * ASSUMED.logBytesOfRequest) / GB
  return {
    'DynamoDB write request units': write,
    'DynamoDB read request units': read,
    'DynamoDB storage, GB-months': stored,
    'Point-in-time recovery, GB-months': stored / 2,
    'Lambda requests': requests + RUNS + batches,
    'Lambda GB-seconds, arm64':
      requests * ASSUMED.gbSecondsOfRequest + RUNS * ASSUMED.scheduledGbSeconds + batches * 1.73,
    'HTTP API requests': requests,
    'Data out, GB': (requests * ASSUMED.answerBytes) / GB,
    'Logs written, GB': logs,
    'Logs kept, GB-months': logs,
    'CloudWatch alarms, by metric': alarms.reduce((sum, { of }) => sum + of.length, 0),
    // rsvps, cold_starts and pending_members of functions, failed_invocations of their log.
    'CloudWatch metrics of our own': 4,
    'CloudWatch dashboard': 1,
    'SQS requests': queues.length * ASSUMED.pollsOfQueue,
  }
}

const MONTHS: Record<string, Month> = {
  'An idle month': {},
  '10,000 events with 1 million RSVPs': {
    ...{ events: 10_000, strangers: 500_000, known: 500_000 },
    ...{ eventReads: 2_000_000, pages: 200_000 },
  },
  'One event with 100,000 RSVPs in an hour': {
    ...{ events: 1, strangers: 100_000, eventReads: 200_000, isRush: true },
  },
}

/** The tables, in Markdown. */
export const costTables = () =>
  Object.entries(MONTHS).map(([heading, month]) => {
    const lines = Object.entries(quantitiesOf(month)).map(([name, quantity]) => {
      const { each, per } = PRICES[name as Priced]
      return {
        name,
        quantity,
        price: `$${each}${per === 1e6 ? ' a million' : ''}`,
        cost: (quantity / per) * each,
      }
    })
    const total = lines.reduce((sum, { cost }) => sum + cost, 0)
    return [
      `## ${heading}\n`,
      '| What | How much | Price | Dollars |',
      '| --- | ---: | --- | ---: |',
      ...lines.map(
        ({ name, quantity, price, cost }) =>
          `| ${name} | ${rounded(quantity)} | ${price} | ${cost.toFixed(2)} |`,
      ),
      `| **Together** | | | **${total.toFixed(2)}** |`,
    ].join('\n')
  })

const rounded = (quantity: number) =>
  quantity.toLocaleString('en-US', { maximumFractionDigits: quantity < 100 ? 2 : 0 })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(costTables().join('\n\n'))
