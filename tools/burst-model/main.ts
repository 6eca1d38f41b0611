import { Command } from 'commander'
import { mkdir, writeFile } from 'node:fs/promises'
import { printTable } from '../../bench/print-table.js'
import { type Design, DESIGNS, RATES, burstRows, measureBurst } from './burst.js'
import { chart } from './chart.js'
import { limitedRows, measureLimited } from './dynamodb/limited.js'
import { mailingRows, measureMailing } from './mailing/mailing.js'
import { measureWaiting, waitingRows } from './waiting.js'

/*
 * RSVPs on one event against the limits of DynamoDB, in virtual time: `npx tsx tools/burst-model/main.ts`. Designs and
 * rates can be chosen, and are then played alone, so that a look takes seconds: `--rate 500 --seconds 5
 * --design "known people"`.
 */

const program = new Command('npx tsx tools/burst-model/main.ts')
  .description("Plays rushes of RSVPs against a model of DynamoDB's limits; a quarter of an hour")
  .option('--rate <number...>', 'RSVPs a second, and these rushes alone')
  .option('--design <name...>', `of ${DESIGNS.join(', ')}, and these rushes alone`)
  .option('--seconds <number>', 'how long each burst lasts', '10')
  .option('--concurrency <number>', 'batches of the stream that are worked on at once, if not as deployed')
  .option('--window <ms>', 'how long a batch of the stream is collected, if not as deployed')
  .option('--shards <number>', 'shards of the stream, if not as many as the rate needs')
  .option('--trace', 'say what the time goes into until a rush is exact')
  .option('--fast', 'also known people at the highest rate, who otherwise come for a minute')
  .option('--no-limited', 'leave out the events with limited places')
  .option('--no-waiting', 'leave out the events with a waiting list')
  .option('--no-mailing', 'leave out the messages to many people')
  .option('--people <number>', 'people of a message', '6000')
  .option('--smoke', 'run everything once and small: whether it runs, not how fast')
  .parse()
const options = program.opts<{
  rate?: string[]
  design?: string[]
  seconds: string
  concurrency?: string
  window?: string
  shards?: string
  fast?: boolean
  trace?: boolean
  limited: boolean
  waiting: boolean
  mailing: boolean
  people: string
  smoke?: boolean
}>()

const { smoke } = options
/** Whether some rushes are asked for, and nothing besides. */
const isChosen = options.rate !== undefined || options.design !== undefined
const seconds = smoke ? 1 : Number(options.seconds)
const bursts = await measureBurst({
  designs: (options.design as Design[] | undefined) ?? DESIGNS,
  rates: smoke ? [50] : (options.rate?.map(Number) ?? RATES),
  seconds,
  mapping: {
    ...(options.concurrency && { concurrency: Number(options.concurrency) }),
    ...(options.window && { windowMs: Number(options.window) }),
    ...(options.shards && { shards: Number(options.shards) }),
  },
  longest: options.fast ? seconds : 60,
  trace: options.trace ?? false,
  onBurst: ({ design, rate, refusals, instances, dense, dropped, logged, mails, trace }, real) => {
    const refused = Object.entries(refusals).map(([status, count]) => `${count} answered ${status}`)
    const found = [
      `${instances} instances`,
      ...refused,
      ...(dense ? [] : ['not dense']),
      ...(dropped > 0 ? [`${dropped} dropped`] : []),
      ...(mails.sent > 0 ? [`${mails.sent} mails until then, ${mails.doubled} of them twice`] : []),
    ].join(', ')
    console.log(`${design} at ${rate}/s: ${found}; ${real.toFixed(1)} s of real time`)
    for (const line of trace) console.log(`  ${line}`)
    for (const [message, count] of Object.entries(logged)) console.log(`  ${count} times: ${message}`)
  },
})
printTable('RSVPs on one event, by model', burstRows(bursts))

const plays = {
  limited: options.limited && !isChosen,
  waiting: options.waiting && !isChosen,
  mailing: options.mailing && !isChosen,
}
const limited = plays.limited ? await measureLimited({ seconds, ...(smoke && { rates: [50] }) }) : []
if (plays.limited) printTable('RSVPs on an event with places for half of them, by model', limitedRows(limited))

const waiting = plays.waiting ? await measureWaiting({ seconds, ...(smoke && { rates: [50] }) }) : []
if (plays.waiting)
  printTable('RSVPs on an event with a waiting list, a tenth of which is canceled, by model', waitingRows(waiting))

const mailings = options.mailing
  ? await measureMailing(smoke ? { people: 400, rates: [300] } : { people: Number(options.people) })
  : []
if (plays.mailing) printTable('A message to many people, by model', mailingRows(mailings))

if (!smoke) {
  await mkdir('bench/results', { recursive: true })
  await writeFile('bench/results/burst.svg', chart(bursts))
  await writeFile('bench/results/burst.json', JSON.stringify({ bursts, limited, waiting, mailings }, undefined, 2))
}
