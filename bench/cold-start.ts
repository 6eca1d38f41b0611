import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { idOf } from '../infra/names.js'
import { type Endpoint, allEndpoints } from '../lib/http/endpoints/endpoints.js'
import type { Row } from './print-table.js'
import { freshPayload, furnish, payload } from './requests.js'
import type { Service } from './service.js'

/**
 * Load and first call of every deployed bundle, each in a fresh process, against a handler with one GetItem that
 * is bundled with the SDK as esbuild does it by default. The two run in turn, so that the ratio holds when the
 * machine's speed drifts. Expects the bundles in build/.
 */
export async function measureColdStarts(service: Service, endpoints: Endpoint[], runs: number): Promise<Row[]> {
  const plain = await bundlePlainHandler()
  const furniture = await furnish(service)
  const rows: Row[] = []
  for (const endpoint of endpoints) {
    const file = resolve('build', idOf(endpoint), 'index.js')
    rows.push(await compare(endpoint, file, plain, runs, () => freshPayload(endpoint, service, furniture)))
  }
  return rows
}

/** Measures load and first call of an event's creation without a location, with one, and with one and a date. */
export async function measureLocationLayer(service: Service, runs: number): Promise<Row[]> {
  const endpoint = allEndpoints.find(({ name }) => name === 'v2/create-event') as Endpoint
  const file = resolve('build', idOf(endpoint), 'index.js')
  const event = { title: 'Rally', origin_system: 'Bench' }
  const located = { ...event, location: { locality: 'Springfield', region: 'IL' } }
  const bodies = {
    'no location': event,
    'a city': located,
    'a city and a date': { ...located, start_date: '2026-11-03T18:30' },
  }
  const starts = Object.entries(bodies).map(([what, body]) => ({ what, body, all: [] as Start[] }))
  // In turn, as above.
  for (let run = 0; run < runs; run++)
    for (const { body, all } of starts)
      all.push(await start(file, payload(endpoint, service, { ids: {}, parameters: {}, toRemove: {} }, body)))
  return starts.map(({ what, all }) => ({
    'first request': `POST an event with ${what}`,
    'load ms': round(median(all.map(({ load }) => load))),
    'first call ms': round(median(all.map(({ call }) => call))),
    budget: '-',
  }))
}

async function compare(
  endpoint: Endpoint,
  file: string,
  plain: string,
  runs: number,
  nextEvent: () => Promise<object>,
): Promise<Row> {
  const ours: Start[] = []
  const theirs: Start[] = []
  for (let run = 0; run < runs; run++) {
    ours.push(await start(file, await nextEvent()))
    theirs.push(await start(plain, {}))
  }
  const ratios = ours.map((each, run) => total(each) / total(theirs[run] as Start))
  const ratio = median(ratios)
  const ratioOfCpu = median(ours.map(({ cpu }, run) => cpu / (theirs[run] as Start).cpu))
  const { budget, goal } = budgetOf(endpoint)
  return {
    function: endpoint.name,
    'KB loaded': Math.round((ours[0] as Start).bytes / 1000),
    'load ms': round(median(ours.map(({ load }) => load))),
    'first call ms': round(median(ours.map(({ call }) => call))),
    'plain ms': round(median(theirs.map(total))),
    ratio: round(ratio),
    spread: `${round(Math.min(...ratios))} to ${round(Math.max(...ratios))}`,
    'ratio of CPU': round(ratioOfCpu),
    goal: goal === undefined ? '-' : `${goal}${ratio > goal ? ', missed' : ''}`,
    budget: budget ?? '-',
    'over budget': budget !== undefined && ratio > budget,
  }
}

/** Forms of visitors are answered at a multiple of 150 ms, a new webhook when every process knows it. */
const WAIT_ON_PURPOSE = ['pages/record-attendance', 'pages/record-series-attendances', 'v2/create-webhook']

/**
 * Returns the budget of the design and the goal, as parts of the plain handler's time. Targeting, calendars and the
 * interface do more than any other request, and have none.
 */
function budgetOf({ name, route }: Endpoint): { budget?: number; goal?: number } {
  if (/calendar|query|manage/.test(name) || WAIT_ON_PURPOSE.includes(name)) return {}
  return /^GET .*\}$/.test(route) ? { budget: 0.8, goal: 0.8 } : { budget: 1.2, goal: 1 }
}

interface Start {
  load: number
  call: number
  /** The processor's time of both, in milliseconds: user and system. */
  cpu: number
  /** The size of the loaded scripts, the layer included. */
  bytes: number
}

const total = ({ load, call }: Start) => load + call
const round = (number: number) => Math.round(number * 100) / 100
const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] as number

const CHILD = `
const { statSync } = require('node:fs')
const [file, event] = process.argv.slice(1)
const [begin, used] = [performance.now(), process.cpuUsage()]
const { handler } = require(file)
const loaded = performance.now()
Promise.resolve(handler(JSON.parse(event), {})).then(({ statusCode }) => {
  if (statusCode >= 400) throw new Error('answered ' + statusCode)
  const call = performance.now() - loaded
  const { user, system } = process.cpuUsage(used)
  const bytes = Object.keys(require.cache).reduce((sum, name) => sum + statSync(name).size, 0)
  console.log(JSON.stringify({ load: loaded - begin, call, cpu: (user + system) / 1000, bytes }))
  process.exit()
})`

async function start(file: string, event: object): Promise<Start> {
  const run = promisify(execFile)(process.execPath, ['-e', CHILD, file, JSON.stringify(event)])
  const { stdout } = await run.catch((error: unknown) => {
    throw new Error(`${file} does not answer:\n${(error as { stderr: string }).stderr}`)
  })
  return JSON.parse(stdout) as Start
}

/** The handler that most tutorials deploy: the document client, a GetItem, esbuild's defaults. */
async function bundlePlainHandler(): Promise<string> {
  const out = resolve('.cache/bench')
  await mkdir(out, { recursive: true })
  await writeFile(`${out}/package.json`, '{"type":"commonjs"}')
  const code = `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
    import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: process.env.DYNAMODB_ENDPOINT }))
    export const handler = async () => {
      const { Item } = await client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: 'x', sk: 'x' } }))
      return { statusCode: 200, body: JSON.stringify(Item ?? null) }
    }`
  const outfile = `${out}/plain.js`
  await build({
    stdin: { contents: code, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    outfile,
  })
  return outfile
}
