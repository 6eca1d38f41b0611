import { Command } from 'commander'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { formatted } from '../checks/formatted.js'
import { alarmsOf, countedMappings } from '../infra/monitoring/alarms.js'
import { STAGES_FILE, type Settings } from '../infra/settings.js'
import { DUE_MAILS } from '../lib/mail/schedule.js'
import { MOST_LOOKED_AT } from '../lib/collections/due-partitions.js'
import { csvRow } from '../lib/csv/row.js'
import { queues } from '../lib/app/queues.js'
import { isInUse } from '../lib/queues/queue.js'
import {
  PRICES,
  type Quantities,
  linesOfQuantities,
  listPrice,
  rounded,
  tableOf,
  times,
  together,
  totalOf,
} from './priced.js'

/*
 * Computes the cost of Turnout: quantities of several months times the prices of AWS in bench/prices.json. `npx
 * tsx bench/cost.ts` writes the tables of docs/cost.md and docs/cost-lines.csv, and a test compares them.
 */

/** Units of one request, from `npm run bench`: docs/performance.md. */
const UNITS = {
  createEvent: { read: 1, write: 6 },
  rsvpOfStranger: { read: 3, write: 13 },
  rsvpOfKnown: { read: 4, write: 6 },
  getEvent: { read: 1, write: 0 },
  getPage: { read: 15.5, write: 0 },
}

/** Units of a confirmation. A test measures them over twenty in a row. */
export const CONFIRMATION = { read: 7, write: 2.25 }

/** Units that the index of names takes for a name with a word that no other has. A test measures them, as the next. */
export const NAMES = { read: 10.5, write: 10.5 }

/** Units of a message to a webhook, from its making to its delivery. */
export const MESSAGE = { read: 4, write: 8.4 }

/** A visitor's view of the page of an event, compressed. */
export const VIEW = { read: 2, bytes: 13_000 }

/**
 * Reads of the two functions that run each minute while they have no work, as a test measures them: so many looks at
 * the whole index of pending members, or queries of its partitions where it has many entries.
 */
export const IDLE_MINUTE = { looks: 3, queries: 98, linkKeyUnits: 1 }

/** Write units of an RSVP in a rush of 50 a second, in the model of docs/performance.md, with assigning its ordinal. */
const RUSH_WRITE = 12.4

/** Generous estimates, not measured on AWS. */
const ASSUMED = {
  gbSecondsOfRequest: 0.5 * 0.025,
  logBytesOfRequest: 1_000,
  answerBytes: 1_500,
  /** Items, and as much again in indexes, of which recovery keeps no copy. */
  bytesOfStranger: 4_000,
  bytesOfKnown: 1_500,
  bytesOfEvent: 4_000,
  /** Partitions that AWS makes of the index. A look at all of it is half a unit for each, or for each 4 KB. */
  partitionsOfIndex: 4,
  bytesOfEntry: 130,
  scheduledGbSeconds: 0.5 * 0.1,
  attachmentBytes: 2_000,
  secondsOfMail: 0.1,
  bannerBytes: 300_000,
  /** The largest banner that an organizer may upload. */
  mostBannerBytes: 4_000_000,
  messagesOfRequest: 10,
  /** Seconds in which a search waits for the table. */
  secondsOfWaiting: 0.03,
  /** Lambda's long polls of a queue in a month: five at a time, of 20 seconds each. */
  pollsOfQueue: 5 * 3 * 43_800,
  /** Metrics that AWS bills for a mapping whose events are counted, while there are any. */
  metricsOfMapping: 6,
}

/**
 * Requests of the page and the feeds of a campaign with 5,000 events at postal codes of the United States drawn at
 * random, as test/near measures them; seconds are of the processor of the machine that measured.
 */
const FINDER = {
  events: 5_000,
  /** The page with a process's first overview, which it keeps for a minute. */
  overview: { read: 2_857.5, seconds: 0.63, bytes: 134_000 },
  page: { read: 9, seconds: 0.039, bytes: 134_000 },
  near: { read: 8.2, seconds: 0.034, bytes: 125_000 },
  feed: { read: 350.5, seconds: 0.28, bytes: 1_742_000 },
}

/** An hour of visitors, each of whom opens the page of a campaign and searches once. */
const VISITED = {
  visitors: 1_000_000,
  minutes: 60,
  /** Postal codes of the United States, all as likely: real visitors share theirs, so that a CDN fetches less. */
  postalCodes: 33_000,
  /** Languages of pages; a CDN passes the first language of a browser on. */
  languages: 3,
  /** Locations of a CDN that fetch for themselves, without a shield before the origin. */
  locations: 20,
  /** Processes of Lambda that answer at the same time. */
  processes: 40,
}

/** What an account and a table take at most until AWS raises it. */
const WORST = { account: 10_000, writeUnits: 40_000 }

/** Mails a second that Amazon SES usually grants. */
const MAIL_RATE = 14

/** Processes that are kept warm for each of the functions that take RSVPs. */
const EVENT_DAY = { warm: 50, functions: 5 }

const stages = parse(readFileSync(STAGES_FILE, 'utf8'), { merge: true }) as { prod: Settings }

const GB = 1e9
const MINUTES = 43_800
/** Functions besides those of queues that a schedule calls each minute. */
const SCHEDULED = 2

interface Month {
  events?: number
  strangers?: number
  known?: number
  eventReads?: number
  pages?: number
  /** Whether RSVPs come so fast that they take the deferred path. */
  isRush?: boolean
  monitoring?: Settings['monitoring']
  /** Whether the stage sends mail: a confirmation to each RSVP. */
  mail?: boolean
}

function quantitiesOf(month: Month): Quantities {
  const { events = 0, strangers = 0, known = 0, eventReads = 0, pages = 0, isRush = false } = month
  const { monitoring = 'essential', mail = false } = month
  const sender: Pick<Settings, 'mail'> = mail ? { mail: { from: 'events@example.org' } } : {}
  const metrics = alarmsOf({ monitoring, ...sender }).reduce((sum, { of }) => sum + of.length, 0)
  const { polled = [], everyMinute = [] } = Object.groupBy(
    queues.filter((each) => isInUse(each, sender.mail)),
    (each) => (each.everyMinute ? 'everyMinute' : 'polled'),
  )
  const runs = (SCHEDULED + everyMinute.length) * MINUTES
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
    MINUTES * readsOfMinute(events * DUE_MAILS.length)
  const stored =
    (events * ASSUMED.bytesOfEvent + strangers * ASSUMED.bytesOfStranger + known * ASSUMED.bytesOfKnown) / GB
  const logs = ((requests + runs + batches) * ASSUMED.logBytesOfRequest) / GB
  return together(
    {
      'DynamoDB write request units': write,
      'DynamoDB read request units': read,
      'DynamoDB storage, GB-months': stored,
      'Point-in-time recovery, GB-months': stored / 2,
      'Lambda requests': requests + runs + batches,
      'Lambda GB-seconds, arm64':
        requests * ASSUMED.gbSecondsOfRequest + runs * ASSUMED.scheduledGbSeconds + batches * 1.73,
      'HTTP API requests': requests,
      'Data out, GB': (requests * ASSUMED.answerBytes) / GB,
      'Logs written, GB': logs,
      'Logs kept, GB-months': logs,
      'CloudWatch alarms, by metric': metrics,
      // rsvps, cold_starts and pending_members of functions; failed_invocations of their log, and those of mappings.
      'CloudWatch metrics of our own':
        (monitoring === 'none' ? 3 : 4) + countedMappings({ monitoring, ...sender }).length * ASSUMED.metricsOfMapping,
      'CloudWatch dashboard': monitoring === 'full' ? 1 : 0,
      'SQS requests': polled.length * ASSUMED.pollsOfQueue + everyMinute.length * MINUTES,
    },
    mail ? confirmations(strangers + known) : {},
  )
}

/** Read units of a minute without work. @param entries of the index: mails that are due later */
export function readsOfMinute(entries: number): number {
  const { looks, queries, linkKeyUnits } = IDLE_MINUTE
  const { partitionsOfIndex, bytesOfEntry } = ASSUMED
  const looked = Math.min(entries, MOST_LOOKED_AT)
  const look = Math.max(partitionsOfIndex, Math.ceil((looked * bytesOfEntry) / 4096)) / 2
  const reads = looks * look
  // An index that has more is looked at once an hour, and its partitions are queried.
  return linkKeyUnits + (entries > MOST_LOOKED_AT ? queries / 2 + reads / 60 : reads)
}

const RUSH: Month = { events: 1, strangers: 100_000, eventReads: 200_000, isRush: true }

/** Months by their headings. An RSVP in ten comes with an event page that is read, and each event is read twice. */
const MONTHS: Record<string, Month> = {
  'An idle month of `dev`, with `monitoring: none`': { monitoring: 'none' },
  'An idle month with `monitoring: essential`': {},
  'An idle month with `monitoring: essential` and mail': { mail: true },
  'An idle month with `monitoring: full` and mail': { monitoring: 'full', mail: true },
  '10,000 RSVPs in a month': rsvps(10_000),
  '100,000 RSVPs in a month': rsvps(100_000),
  'A million RSVPs in a month': rsvps(1_000_000),
  'One event with 100,000 RSVPs in an hour, all of new people': RUSH,
  'The same, each confirmed by email': { ...RUSH, mail: true },
}

/** A month of small events: a hundred RSVPs to each, half of them of new people, and two reads of an event for each. */
function rsvps(count: number): Month {
  return {
    events: count / 100,
    strangers: count / 2,
    known: count / 2,
    eventReads: count * 2,
    pages: count / 5,
  }
}

const linesOf = (month: Month) => linesOfQuantities(quantitiesOf(month))

/** The part of the page that is computed, in Markdown: what each month costs, visitors, and emails. */
export function costTables(): string {
  const months = Object.entries(MONTHS).map(([heading, month]) => ({ heading, lines: linesOf(month) }))
  return [
    '## Overview',
    [
      '| Month | List price, dollars | After what AWS gives each account, dollars |',
      '| --- | ---: | ---: |',
      ...months.map(({ heading, lines }) => {
        const { list, paid } = totalOf(lines)
        return `| ${heading} | ${list.toFixed(2)} | ${paid.toFixed(2)} |`
      }),
    ].join('\n'),
    ...singleTables(),
    ...confirmationTables(),
    ...visitorTables(),
  ].join('\n\n')
}

/** Every line of every month, as a file beside the page. */
export const costLines = (): string =>
  [
    ['Month', 'What', 'How much', 'Price', 'List', 'After what is free'],
    ...Object.entries(MONTHS).flatMap(([month, of]) =>
      linesOf(of).map(({ name, quantity, price, list, paid }) => [
        month,
        name,
        rounded(quantity),
        price,
        list.toFixed(2),
        paid.toFixed(2),
      ]),
    ),
  ]
    .map(csvRow)
    .join('')

/** A request that API Gateway passes on, with what it writes, reads and sends. */
const requestOf = ({ read = 0, write = 0, bytes = ASSUMED.answerBytes }): Quantities => ({
  'DynamoDB write request units': write,
  'DynamoDB read request units': read,
  'Lambda requests': 1,
  'Lambda GB-seconds, arm64': ASSUMED.gbSecondsOfRequest,
  'HTTP API requests': Math.ceil(bytes / REQUEST_BYTES),
  'Data out, GB': bytes / GB,
  'Logs written, GB': ASSUMED.logBytesOfRequest / GB,
  'Logs kept, GB-months': ASSUMED.logBytesOfRequest / GB,
})

/** API Gateway counts an answer for every 512 KB. */
const REQUEST_BYTES = 512 * 1024

/** What a message of a queue causes, which waits with others of its batch. */
const workOf = ({ read, write }: { read: number; write: number }): Quantities => ({
  'DynamoDB write request units': write,
  'DynamoDB read request units': read,
  // It is sent, received and deleted.
  'SQS requests': 3 / ASSUMED.messagesOfRequest,
  'Lambda requests': 1 / ASSUMED.messagesOfRequest,
  'Lambda GB-seconds, arm64': ASSUMED.gbSecondsOfRequest,
})

/** The parts of the page about one of each, and about the most that rate limits let through in a day. */
function singleTables(): string[] {
  const stranger = requestOf(UNITS.rsvpOfStranger)
  const known = requestOf(UNITS.rsvpOfKnown)
  const [names, message] = [workOf(NAMES), workOf(MESSAGE)]
  const confirmation = confirmations(1)
  const view = requestOf(VIEW)
  const banner = requestOf({ bytes: ASSUMED.bannerBytes })
  const singles: [string, ...Quantities[]][] = [
    ['An RSVP of a new person', stranger],
    ['its entries in the search by name, with words that no name had', names],
    ['its confirmation by email', confirmation],
    ['its message to a webhook', message],
    ['**all of it**', stranger, names, confirmation, message],
    ['An RSVP of a known person, with email and webhook', known, confirmation, message],
    ['A view of the page of an event', view],
    [`A first view of a banner of ${ASSUMED.bannerBytes / 1000} KB`, banner],
  ]
  const { prod } = stages
  const { warm, functions } = EVENT_DAY
  const day = 24 * 3_600
  const most: [string, Quantities][] = [
    [
      `${WORST.account.toLocaleString('en-US')} requests a second to several routes, all that an account takes`,
      times(view, WORST.account * day),
    ],
    [
      `${WORST.writeUnits.toLocaleString('en-US')} write units a second, all that a table takes: a leaked key`,
      { 'DynamoDB write request units': WORST.writeUnits * day },
    ],
    [
      `${prod.throttle.rate.toLocaleString('en-US')} views a second of one page, the \`throttle\` of \`prod\``,
      times(view, prod.throttle.rate * day),
    ],
    [`as many downloads of a banner of ${ASSUMED.bannerBytes / 1000} KB`, times(banner, prod.throttle.rate * day)],
    [
      `the same with a banner of ${ASSUMED.mostBannerBytes / 1e6} MB, the largest`,
      times(requestOf({ bytes: ASSUMED.mostBannerBytes }), prod.throttle.rate * day),
    ],
    [
      `\`provisionedConcurrency: ${warm}\` on an event day, in addition to what is used`,
      { 'Lambda warm GB-seconds, arm64': warm * functions * 0.5 * day },
    ],
  ]
  const whole = (dollars: number) => rounded(Number(dollars.toPrecision(2)))
  return [
    '## One of each',
    'List prices. An email costs more than the RSVP that it confirms.',
    [
      '| What | Dollars for a million |',
      '| --- | ---: |',
      ...singles.map(([what, ...quantities]) => `| ${what} | ${(1e6 * listPrice(...quantities)).toFixed(2)} |`),
    ].join('\n'),
    'A view includes the data that it sends. A browser keeps a banner for a year, so that only a first view costs; a [CDN](owning.md#behind-a-cdn) makes it cheaper.',
    '## The worst day',
    `Rate limits cap a day. Several of these can happen on one day, with at most ${WORST.account.toLocaleString('en-US')} requests a second together. Email comes on top (at ${MAIL_RATE} a second, at most $${rounded(Math.ceil((MAIL_RATE * day * PRICES['Amazon SES, emails'].dollars) / PRICES['Amazon SES, emails'].per))} a day), and so does Amazon Location. [What caps the bill](owning.md#what-caps-the-bill) lowers them.`,
    [
      '| A day of | Dollars, about |',
      '| --- | ---: |',
      ...most.map(([what, quantities]) => `| ${what} | ${whole(listPrice(quantities))} |`),
    ].join('\n'),
  ]
}

/**
 * The requests of an hour of visitors that reach the service behind a CDN, which keeps every answer for a minute. Of
 * the searches, those are fetched whose postal code no one has searched in this minute: so many different ones are
 * among as many draws.
 */
function fetched() {
  const { visitors, minutes, postalCodes, languages, locations } = VISITED
  const different = postalCodes * (1 - Math.exp(-visitors / minutes / postalCodes))
  return {
    front: minutes * languages * locations,
    searches: Math.round(minutes * different),
    // A map of another site reads the feed.
    feeds: minutes * locations,
  }
}

function quantitiesOfVisitors({ front, searches, feeds }: ReturnType<typeof fetched>): Quantities {
  const { overview, page, near, feed } = FINDER
  const overviews = VISITED.processes * VISITED.minutes
  const requests = front + searches + feeds
  const sum = (of: 'read' | 'seconds') =>
    overviews * overview[of] + front * page[of] + searches * near[of] + feeds * feed[of]
  const logs = (requests * ASSUMED.logBytesOfRequest) / GB
  return {
    'DynamoDB read request units': sum('read'),
    'Lambda requests': requests,
    'Lambda GB-seconds, arm64': 0.5 * (sum('seconds') + requests * ASSUMED.secondsOfWaiting),
    'HTTP API requests': requests,
    'Logs written, GB': logs,
    'Logs kept, GB-months': logs,
  }
}

/** The part of the page about visitors of a campaign: with a CDN, and without one. */
function visitorTables(): string[] {
  const found = fetched()
  const { visitors } = VISITED
  const direct = { front: visitors, searches: visitors, feeds: 0 }
  const lines = linesOfQuantities(quantitiesOfVisitors(found))
  const number = (count: number) => rounded(count)
  const percent = ((100 * (found.front + found.searches)) / (2 * visitors)).toFixed(0)
  return [
    '## A campaign with 5,000 events and a million visitors in an hour',
    `Each visitor opens the page of the campaign and searches once by postal code. The page, the searches and the feeds are cacheable for a minute and say so. Suppose a CDN with ${VISITED.locations} locations that fetch for themselves, pages in ${VISITED.languages} languages, and another site that shows the map. Then ${number(found.front)} requests for the page, ${number(found.feeds)} for the map and ${number(found.searches)} searches reach Turnout: ${percent} % of ${number(2 * visitors)}. At worst, all ${number(VISITED.postalCodes)} postal codes are equally likely, so that few visitors share a search. What AWS sends to CloudFront costs nothing.`,
    tableOf(lines),
    `Without a CDN, ${number(2 * visitors)} requests cost ${totalOf(linesOfQuantities(quantitiesOfVisitors(direct))).list.toFixed(2)} dollars, and ${number((visitors * (FINDER.page.bytes + FINDER.near.bytes)) / GB)} GB of pages, before they are compressed, ${((visitors * (FINDER.page.bytes + FINDER.near.bytes) * PRICES['Data out, GB'].dollars) / GB).toFixed(2)} dollars.`,
  ]
}

const confirmations = (count: number): Quantities => ({
  'Amazon SES, emails': count,
  'Amazon SES, attachments, GB': (count * ASSUMED.attachmentBytes) / GB,
  'DynamoDB write request units': count * CONFIRMATION.write,
  'DynamoDB read request units': count * CONFIRMATION.read,
  // They are sent, received and deleted. Each has an invocation of its own.
  'SQS requests': (3 * count) / ASSUMED.messagesOfRequest,
  'Lambda requests': count,
  'Lambda GB-seconds, arm64': count * 0.5 * ASSUMED.secondsOfMail,
})

/** The part of the page about mail: a confirmation to each of so many people. */
function confirmationTables(): string[] {
  const { read, write } = CONFIRMATION
  const { attachmentBytes, secondsOfMail, messagesOfRequest } = ASSUMED
  return [
    '## A million confirmations',
    `A confirmation reads ${read} units and writes ${write} (measured over twenty in a row), and reads one more if the event has a contact. Estimates are its attachment (${attachmentBytes / 1000} KB), the time of Lambda (${secondsOfMail} s), and ${messagesOfRequest} queue messages in one request.`,
    tableOf(linesOfQuantities(confirmations(1_000_000))),
  ]
}

const PAGE = 'docs/cost.md'
export const LINES = 'docs/cost-lines.csv'

/** The page with its computed part as it is today. */
export async function costPage(page: string): Promise<string> {
  const [before = '', after = ''] = page.split(/<!-- computed -->.*<!-- end -->/s)
  const written = `${before}<!-- computed -->\n\n${costTables()}\n\n<!-- end -->${after}`
  return formatted(written, PAGE)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  new Command('npx tsx bench/cost.ts').description('Writes the tables of docs/cost.md').parse()
  writeFileSync(PAGE, await costPage(readFileSync(PAGE, 'utf8')))
  writeFileSync(LINES, costLines())
}
