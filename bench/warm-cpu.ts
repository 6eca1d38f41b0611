import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { bundle } from '../infra/package/bundle.js'
import { idOf } from '../infra/names.js'
import type { Endpoint } from '../lib/http/endpoints/endpoints.js'
import { ensureTable } from '../local/engine/table.js'
import type { Row } from './print-table.js'
import { furnish, payload, repeats } from './requests.js'
import type { Service } from './service.js'

const WARM_UP = 60
const REQUESTS = 80
const BUDGET = 1.25

/** A request to DynamoDB, as it goes over the wire. */
interface Call {
  action: string
  input: Record<string, unknown>
}

/**
 * Processor time of one request in a warm process, for every function, against a bare handler that makes the same
 * calls to DynamoDB, one after the other, and does nothing with the answers. Both have the SDK as functions are
 * bundled with it. Its conditions are left out, and
 * its writes go to a table of their own, so that none of them fails. Both run in turn. Expects the bundles in build/.
 */
export async function measureWarmCpu(service: Service, endpoints: Endpoint[], runs: number): Promise<Row[]> {
  const furniture = await furnish(service)
  const recorder = await startRecorder(service.engine.endpoint)
  const other = `bench-${randomUUID()}`
  await ensureTable(new DynamoDBClient({ endpoint: service.engine.endpoint }), other)
  const bare = await bundleBareHandler()
  const rows: Row[] = []
  for (const endpoint of endpoints.filter(repeats)) {
    const file = resolve('build', idOf(endpoint), 'index.js')
    const event = payload(endpoint, service, furniture)
    const calls = withoutConditions(await callsOf(file, event, recorder), service.table.name, other)
    const pairs: [number, number][] = []
    for (let run = 0; run < runs; run++) pairs.push([await spend(file, event, calls), await spend(bare, event, calls)])
    rows.push(rowOf(endpoint.name, pairs, calls.length))
  }
  recorder.close()
  return rows
}

/** Returns the calls of a warm request: the ones that a third request adds. The first also looks up the key. */
async function callsOf(file: string, event: object, recorder: Recorder): Promise<Call[]> {
  const recorded = async (requests: number) => {
    recorder.calls = []
    await spend(file, event, [], { DYNAMODB_ENDPOINT: recorder.endpoint }, [requests, 1])
    return recorder.calls
  }
  // A request that creates a resource leaves it there.
  await recorded(1)
  const fewer = await recorded(1)
  const more = await recorded(2)
  return more.slice(fewer.length)
}

type Recorder = Awaited<ReturnType<typeof startRecorder>>

function rowOf(name: string, pairs: [number, number][], calls: number): Row {
  const ratios = pairs.map(([ours, theirs]) => ours / theirs).sort((one, other) => one - other)
  const ratio = calls === 0 ? undefined : (ratios[ratios.length >> 1] as number)
  const milliseconds = (side: 0 | 1) => round(Math.min(...pairs.map((pair) => pair[side])))
  return {
    function: name,
    calls,
    'ms of CPU': milliseconds(0),
    'bare ms': milliseconds(1),
    ratio: ratio === undefined ? '-' : round(ratio),
    spread: calls === 0 ? '-' : `${round(ratios[0] as number)} to ${round(ratios.at(-1) as number)}`,
    budget: BUDGET,
    'over budget': ratio !== undefined && ratio > BUDGET,
  }
}

const round = (number: number) => Math.round(number * 100) / 100

const CHILD = `
const { readFileSync } = require('node:fs')
const [file, given, warmUp, requests] = process.argv.slice(1)
const { event, calls } = JSON.parse(readFileSync(given))
globalThis.calls = calls
const { handler } = require(file)
const one = async () => {
  const { statusCode } = await handler(structuredClone(event), {})
  if (statusCode >= 400) throw new Error('answered ' + statusCode)
}
void (async () => {
  for (let i = 0; i < warmUp; i++) await one()
  const before = process.cpuUsage()
  for (let i = 0; i < requests; i++) await one()
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / 1000 / requests)
  process.exit()
})()`

/** @returns milliseconds of a processor for one request */
async function spend(
  file: string,
  event: object,
  calls: Call[],
  environment: Record<string, string> = {},
  [warmUp, requests] = [WARM_UP, REQUESTS],
): Promise<number> {
  const given = resolve('.cache/bench/warm.json')
  await mkdir(resolve('.cache/bench'), { recursive: true })
  await writeFile(given, JSON.stringify({ event, calls }))
  const args = ['-e', CHILD, file, given, String(warmUp), String(requests)]
  const run = promisify(execFile)('env', [
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    process.execPath,
    ...args,
  ])
  const { stdout } = await run.catch((error: unknown) => {
    throw new Error(`${file} does not answer:\n${(error as { stderr: string }).stderr}`)
  })
  return Number(stdout)
}

/** Starts a proxy of an engine that records calls. */
async function startRecorder(engine: string) {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const action = (request.headers['x-amz-target'] as string).split('.')[1] as string
      recorder.calls.push({ action, input: JSON.parse(body) as Call['input'] })
      const { host: _host, 'content-length': _length, connection: _connection, ...headers } = request.headers
      const answer = await fetch(engine, { method: 'POST', headers: headers as Record<string, string>, body })
      response.writeHead(answer.status).end(await answer.text())
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const recorder = {
    calls: [] as Call[],
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
  return recorder
}

/** Returns the calls without conditions, which would fail the second time, and without transaction tokens. */
const withoutConditions = (calls: Call[], table: string, other: string): Call[] =>
  calls.map(({ action, input }) => {
    const text = JSON.stringify(input, (name, value: unknown) =>
      ['ConditionExpression', 'ClientRequestToken', 'ReturnConsumedCapacity'].includes(name) ? undefined : value,
    )
    const isRead = /Get|Query/.test(action)
    return {
      action,
      input: pruned(JSON.parse(isRead ? text : text.replaceAll(table, other)) as Call['input']),
    }
  })

/** DynamoDB refuses values and names that no expression mentions any longer. */
function pruned(value: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    if (Array.isArray(inner)) return [name, inner.map((each) => (isObject(each) ? pruned(each) : each) as unknown)]
    return [name, isObject(inner) && name !== 'Item' && name !== 'Key' ? pruned(inner) : inner]
  })
  const result = Object.fromEntries(entries)
  const expressions = Object.keys(result)
    .filter((name) => name.endsWith('Expression'))
    .map((name) => result[name])
    .join(' ')
  for (const name of ['ExpressionAttributeNames', 'ExpressionAttributeValues']) {
    const all = result[name] as Record<string, unknown> | undefined
    if (!all) continue
    const used = Object.entries(all).filter(([key]) => new RegExp(`${key}\\b`).test(expressions))
    if (used.length > 0) result[name] = Object.fromEntries(used)
    else delete result[name]
  }
  return result
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Bundles a handler that makes the given calls, with the SDK bundled as in functions. */
async function bundleBareHandler(): Promise<string> {
  const outfile = resolve('.cache/bench/bare.js')
  const actions = ['Get', 'BatchGet', 'Query', 'Put', 'Update', 'Delete', 'TransactWrite']
  const code = `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
    import { DynamoDBDocumentClient, ${actions.map((each) => `${each}Command`).join(', ')} } from '@aws-sdk/lib-dynamodb'
    import { unmarshall } from '@aws-sdk/util-dynamodb'
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: process.env.DYNAMODB_ENDPOINT }))
    const commands = { ${actions.map((each) => `${each}${/Transact/.test(each) ? 'Items' : each === 'Query' ? '' : 'Item'}: ${each}Command`).join(', ')} }
    const plain = (value, name) => {
      if (['Item', 'Key', 'ExpressionAttributeValues'].includes(name)) return unmarshall(value)
      if (name === 'Keys') return value.map((each) => unmarshall(each))
      if (Array.isArray(value)) return value.map((each) => plain(each))
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, name)]))
    }
    const calls = globalThis.calls.map(({ action, input }) => [commands[action], plain(input)])
    export const handler = async () => {
      const answers = []
      for (const [Command, input] of calls) {
        const { $metadata, ...answer } = await client.send(new Command(input))
        answers.push(answer)
      }
      return { statusCode: 200, body: JSON.stringify(answers) }
    }`
  await bundle({}, { stdin: { contents: code, resolveDir: process.cwd(), loader: 'ts' }, outfile })
  return outfile
}
