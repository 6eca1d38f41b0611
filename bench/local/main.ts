import { Command } from 'commander'
import { mkdir, writeFile } from 'node:fs/promises'
import { type Measured, type Subject, startSubject } from './subject.js'

/*
 * Measures the requests a second of the local server by the RSVPs that it has stored: `npx tsx bench/local/main.ts`.
 * Every RSVP is of a new person, and all are on one event. Each figure is measured in turn with that of a server
 * without data, so that other work on the machine slows both down: compare the ratios. The last size is measured again
 * after a restart.
 */

const program = new Command('npx tsx bench/local/main.ts')
  .description('Measures RSVPs a second of the local server, by the RSVPs that it has stored')
  .option('--sizes <number...>', 'RSVPs stored', ['0', '2000', '10000', '30000', '100000'])
  .option('--connections <number...>', 'connections that send RSVPs', ['1', '32'])
  .option('--seconds <number>', 'how long a slice of a measurement takes', '4')
  .option('--slices <number>', 'how many slices of both servers make a figure', '3')
  .option('--fill <number>', 'connections that store RSVPs between measurements', '16')
  .option('--smoke', 'keep no results')
  .option('--data <directory>', 'a data directory to begin with, which is kept')
  .parse()
const options = program.opts<{
  sizes: string[]
  connections: string[]
  seconds: string
  slices: string
  fill: string
  data?: string
  smoke?: boolean
}>()
const WARM_UP = 150
const until = { seconds: Number(options.seconds) }

/** The median of slices of the server that is measured, and of its ratio to the slices of a fresh one. */
async function compare(subject: Subject, fresh: Subject, run: (of: Subject) => Promise<Measured>) {
  const pairs: { own: Measured; other: Measured }[] = []
  for (let slice = 0; slice < Number(options.slices); slice++) {
    const isFirst = slice % 2 === 0
    const before = isFirst ? await run(fresh) : undefined
    const own = await run(subject)
    pairs.push({ own, other: before ?? (await run(fresh)) })
  }
  const refusals = pairs.flatMap(({ own }) => Object.entries(own.refusals))
  return {
    'a second': median(pairs.map(({ own }) => own.rate)),
    'of fresh': median(pairs.map(({ own, other }) => own.rate / other.rate)),
    'p99 ms': median(pairs.map(({ own }) => own.p99)),
    'processor ms': median(pairs.map(({ own }) => own.processorMs)),
    'processor, of fresh': median(pairs.map(({ own, other }) => own.processorMs / other.processorMs)),
    ...(refusals.length > 0 && {
      refused: refusals.map(([status, count]) => `${count} × ${status}`).join(', '),
    }),
  }
}

const rows: Record<string, string | number>[] = []
const subject = await startSubject(options.data)

/** Measures the server beside a fresh one, and adds rows. @param when names the state of the server */
async function measure(when: string) {
  const stored = subject.stored()
  const fresh = await startSubject()
  // Both servers have run for a while, and their code is compiled.
  for (const each of [fresh, subject]) await each.rsvp(1, { requests: WARM_UP })
  const add = (what: string, figures: object) => {
    rows.push({ stored, when, what, ...figures })
    console.log(JSON.stringify(rows.at(-1)))
  }
  for (const connections of options.connections.map(Number)) {
    const rsvps = async (of: Subject) => {
      const measured = await of.rsvp(connections, until)
      await of.settle()
      return measured
    }
    add(`RSVPs, ${connections} at once`, await compare(subject, fresh, rsvps))
  }
  add('GETs of the event', await compare(subject, fresh, (of) => of.read(until)))
  await fresh.stop()
}

for (const size of options.sizes.map(Number)) {
  const missing = size - subject.stored()
  if (missing > 0) await subject.rsvp(Number(options.fill), { requests: missing })
  await subject.settle()
  await measure('directly after they came')
}
await subject.restart()
await measure('after a restart')
const megabytes = await subject.fileMegabytes()
const idle = { 'processor %': rounded(await subject.idle(10)), 'file MB': rounded(megabytes) }
rows.push({ stored: subject.stored(), what: 'idle', ...idle })
await subject.stop()

console.table(rows)
if (!options.smoke) {
  await mkdir('bench/results', { recursive: true })
  await writeFile('bench/results/local.json', JSON.stringify(rows, undefined, 2))
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return rounded(sorted[Math.floor(sorted.length / 2)] ?? NaN)
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
