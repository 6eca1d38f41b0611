import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answers, availableEngines, startEngine, type Engine } from '../../local/engine/engine.js'
import { ensureTable } from '../../local/engine/table.js'
import { allGone, canListProcesses, runScript } from '../support/children.js'
import { engineKinds } from '../support/engine/engines.js'

let folder: string
const engines: Engine[] = []

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'turnout-engine-'))))
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  await rm(folder, { recursive: true, force: true })
})

async function start(...args: Parameters<typeof startEngine>): Promise<Engine> {
  const engine = await startEngine(...args)
  engines.push(engine)
  return engine
}

const clientOf = ({ endpoint, accessKey }: Engine, more: DynamoDBClientConfig = {}) =>
  new DynamoDBClient({
    endpoint,
    credentials: { accessKeyId: accessKey, secretAccessKey: 'local' },
    ...more,
  })

const tablesOf = async (client: DynamoDBClient) => (await client.send(new ListTablesCommand({}))).TableNames

const put = (client: DynamoDBClient, pk: string) =>
  client.send(new PutItemCommand({ TableName: 'kept', Item: { pk: { S: pk }, sk: { S: 'x' } } }))

const has = async (client: DynamoDBClient, pk: string) =>
  (await client.send(new GetItemCommand({ TableName: 'kept', Key: { pk: { S: pk }, sk: { S: 'x' } } }))).Item !==
  undefined

describe.each(engineKinds())('%s', (kind) => {
  it('has every acknowledged item after kill -9 of it, and answers until it is stopped', async () => {
    const file = join(folder, 'kept.db')
    const engine = await start({ kind, file })
    expect(engine.kind).toBe(kind)
    const client = clientOf(engine, { maxAttempts: 1 })
    await ensureTable(client, 'kept')
    const acknowledged: string[] = []
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; ; count++) {
        await put(client, `${writer}-${count}`)
        acknowledged.push(`${writer}-${count}`)
        if (acknowledged.length === 200) process.kill(engine.pid, 'SIGKILL')
      }
    })
    await Promise.allSettled(writing)
    await engine.ended
    expect(acknowledged.length).toBeGreaterThanOrEqual(200)

    const next = await start({ kind, file })
    const again = clientOf(next)
    const found = await Promise.all(acknowledged.map((pk) => has(again, pk)))
    expect(found.filter((each) => !each)).toEqual([])
    await next.stop()
    expect(await answers(next.endpoint)).toBe(false)
    await next.stop()
  })
})

describe.runIf(engineKinds().includes('dynoxide'))('dynoxide', () => {
  it('is at another address of this machine with each start, and not at localhost', async () => {
    const [one, other] = await Promise.all([start({ kind: 'dynoxide' }), start({ kind: 'dynoxide' })])
    const addresses = [one, other].map(({ endpoint }) => new URL(endpoint).hostname)
    expect(new Set(addresses).size).toBe(2)
    for (const each of addresses) expect(each).toMatch(/^127\.(\d+\.){2}\d+$/)
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect(await answers(`http://${host}:${new URL(one.endpoint).port}`)).toBe(false)
  })
})

describe.runIf(engineKinds().includes('dynamodb-local'))('DynamoDB Local', () => {
  const other = { accessKeyId: 'local', secretAccessKey: 'local' }

  it('shows a table on a file to its access key alone, which stays', async () => {
    const file = join(folder, 'kept.db')
    const engine = await start({ kind: 'dynamodb-local', file })
    expect(engine.accessKey).toMatch(/^[0-9a-f]{40}$/)
    await ensureTable(clientOf(engine), 'kept')
    expect(await tablesOf(clientOf(engine, { credentials: other }))).toEqual([])
    await engine.stop()
    const next = await start({ kind: 'dynamodb-local', file })
    expect(next.accessKey).toBe(engine.accessKey)
    expect(await tablesOf(clientOf(next))).toEqual(['kept'])
  })
})

describe.runIf(canListProcesses)('an engine', () => {
  it('ends when its parent is killed with -9', async () => {
    const parent = runScript('test/support/engine/engine-parent.ts')
    const [, pid, endpoint] = await parent.says(/engine (\d+) at (\S+)/)
    expect(await answers(endpoint as string)).toBe(true)
    parent.process.kill('SIGKILL')
    await allGone([Number(pid)])
    expect(await answers(endpoint as string)).toBe(false)
  })

  it('is not reached by Ctrl-C, which goes to the whole process group', async () => {
    const parent = runScript('test/support/engine/engine-parent.ts')
    const [, pid, endpoint] = await parent.says(/engine (\d+) at (\S+)/)
    process.kill(-(parent.process.pid as number), 'SIGINT')
    await parent.says(/interrupted/)
    expect(await answers(endpoint as string)).toBe(true)
    parent.process.kill('SIGKILL')
    await allGone([Number(pid)])
  })
})

describe('availableEngines', () => {
  it('names the one first that is started without asking for one', async () => {
    const [preferred] = await availableEngines()
    expect((await start()).kind).toBe(preferred)
  })
})

describe('an engine that cannot start', () => {
  it('says why in one sentence', async () => {
    const failing = startEngine({ file: join(folder, 'missing', 'folder', 'x.db'), kind: engineKinds()[0]! })
    await expect(failing).rejects.toThrow(/^The embedded DynamoDB \(.+\) did not start: .+\.$/)
  })
})
