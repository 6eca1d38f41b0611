import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demo } from '../../local/demo.js'
import { scripts } from '../../package.json' with { type: 'json' }
import {
  allGone,
  canListProcesses,
  commandOf,
  descendants,
  runLine,
  runScript,
  type Child,
} from '../support/children.js'
import { listeningPorts } from '../support/listening-ports.js'

let folder: string
const children: Child[] = []

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'turnout-start-'))))
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill()
  await rm(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): Child {
  const child = runScript('local/start.ts', [], { PORT: '0', DATA_DIR: folder, ...env })
  children.push(child)
  return child
}

/** Starts a server and resolves to its address when it says that it runs. */
async function started(env?: Record<string, string>): Promise<{ child: Child; url: string }> {
  const child = start(env)
  const [, url] = await child.says(/API\s+(http:\S+)\/api\/v2/)
  await child.says(/Ctrl-C stops it/)
  return { child, url: url as string }
}

/** Ctrl-C in a terminal goes to the whole process group. */
const pressCtrlC = ({ process: { pid } }: Child) => process.kill(-(pid as number), 'SIGINT')

const jsonFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.json'))

const readEngine = async (data: string) =>
  JSON.parse(await readFile(join(data, 'engine.json'), 'utf8')) as { endpoint: string; accessKey: string }

async function engineOfServer(): Promise<DynamoDBClient> {
  const { endpoint, accessKey } = await readEngine(folder)
  return new DynamoDBClient({ endpoint, credentials: { accessKeyId: accessKey, secretAccessKey: 'local' } })
}

/** Sends a GET with any Host, which fetch would not. @returns the status of the answer */
async function statusOf(url: string, path: string, headers: Record<string, string>) {
  const [response] = (await once(get(url + path, { headers }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

/** A request for the whole table, as any page sends it. */
const scan = {
  method: 'POST',
  headers: {
    origin: 'https://evil.example',
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.Scan',
    'x-amz-date': '20260101T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=x',
  },
  body: JSON.stringify({ TableName: 'turnout', Limit: 1 }),
}

describe('a server that npm start has started', () => {
  let data: string
  let running: ReturnType<typeof started>
  let server: Child

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'turnout-start-'))
    await chmod(data, 0o755)
    running = started({ DATA_DIR: data })
    // It outlives each test.
    server = children.pop() as Child
    await running
  })
  afterAll(async () => {
    await server.kill()
    await rm(data, { recursive: true, force: true })
  })

  it('answers when it says so, with links to where it is', async () => {
    const { child, url } = await running
    const response = await fetch(`${url}/api/v2`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ _links: { self: { href: `${url}/api/v2` } } })
    expect(child.errors()).toBe('')
  })

  it('prints a line to paste that works', async () => {
    const { child } = await running
    const [, key, address] = await child.says(/curl -H 'OSDI-API-Token: (\S+)' (\S+)/)
    const response = await fetch(address as string, { headers: { 'OSDI-API-Token': key as string } })
    expect(response.status).toBe(200)
  })

  it('is where the links of commands lead, whatever its port', async () => {
    const { url } = await running
    const group = demo.group.id
    const child = runScript('admin/main.ts', ['calendar', 'create', '--group', group, '--json'], {
      DATA_DIR: data,
    })
    children.push(child)
    const [, address] = await child.says(/"address": "(.*)"/)
    expect(address).toMatch(`${url}/`)
    expect((await fetch(address as string)).status).toBe(200)
  })

  it.runIf(canListProcesses)('has no table for a page that tries every port of localhost', async () => {
    const { child } = await running
    const pid = child.process.pid as number
    const ports = listeningPorts([pid, ...descendants(pid)])
    // The service, its queues and the engine.
    expect(ports.length).toBeGreaterThanOrEqual(3)
    const met = await Promise.all(
      ports.flatMap((port) =>
        ['127.0.0.1', '[::1]'].map(async (host) => {
          const response = await fetch(`http://${host}:${port}/`, scan).catch(() => undefined)
          const shares = response?.headers.has('access-control-allow-origin')
          return shares || (await response?.text())?.includes('Items') ? [`${host}:${port}`] : []
        }),
      ),
    )
    expect(met.flat()).toEqual([])
    // The address is what keeps pages away.
    const { hostname } = new URL((await readEngine(data)).endpoint)
    expect(child.output()).not.toContain(hostname)
  })

  it.each(['evil.example', 'localhost.evil.example', 'evil.example:80', '10.0.0.1'])(
    'answers 421 to the host %s, wherever it leads',
    async (host) => {
      const { url } = await running
      for (const path of ['/', '/outbox', '/api/v2/people', '/manage'])
        expect(await statusOf(url, path, { host, 'OSDI-API-Token': demo.group.key })).toBe(421)
    },
  )

  it('answers its demo keys and its outbox to programs of this machine', async () => {
    const { url } = await running
    const { port } = new URL(url)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'localhost', `[::1]:${port}`]) {
      expect(await statusOf(url, '/api/v2/people', { host, 'OSDI-API-Token': demo.group.key })).toBe(200)
      expect(await statusOf(url, '/outbox', { host })).toBe(200)
    }
  })

  it('answers neither to what a proxy or a tunnel brings', async () => {
    const { url } = await running
    const by = { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }
    expect(await statusOf(url, '/api/v2/people', { ...by, 'OSDI-API-Token': demo.group.key })).toBe(403)
    expect(await statusOf(url, '/outbox', by)).toBe(404)
    expect(await statusOf(url, '/api/v2', by)).toBe(200)
  })

  it('keeps its data for its user alone', async () => {
    const { url } = await running
    // An email with a link that signs in.
    const body = new URLSearchParams({ email: 'maya.okafor@example.org' })
    expect((await fetch(`${url}/manage/sign-in`, { method: 'POST', body, headers: { origin: url } })).ok).toBe(true)
    // The data of the demo may have an email of its own.
    const mailed = async () => (await readdir(join(data, 'outbox'))).filter((name) => /sign-in.*\.eml$/.test(name))
    await expect.poll(() => mailed().catch(() => [])).toHaveLength(1)
    const open = async (folder: string): Promise<string[]> => {
      const entries = await readdir(folder, { withFileTypes: true })
      const modes = entries.map(async (entry) => {
        const path = join(folder, entry.name)
        const { mode } = await stat(path)
        return [mode & 0o077 ? [path] : [], entry.isDirectory() ? await open(path) : []].flat()
      })
      return (await Promise.all(modes)).flat()
    }
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    expect(await open(data)).toEqual([])
  })

  it('refuses a second server on the same data in one sentence', async () => {
    const { child, url } = await running
    const second = start({ DATA_DIR: data })
    expect(await second.ended).toBe(1)
    expect(second.errors()).toBe(
      `The data in ${data} is in use by "npm start", process ${child.process.pid}: one at a time.\n`,
    )
    expect((await fetch(`${url}/api/v2`)).status).toBe(200)
  })
})

describe('npm start', () => {
  it('makes links of PUBLIC_URL and names of NATIVE_PREFIX, and is reached under other names on request', async () => {
    const { url } = await started({
      PUBLIC_URL: 'https://events.example.org/',
      NATIVE_PREFIX: 'acme',
      ALLOWED_HOSTS: 'turnout.test',
    })
    for (const host of ['events.example.org', 'turnout.test:8080']) {
      expect(await statusOf(url, '/api/v2', { host })).toBe(200)
      expect(await statusOf(url, '/outbox', { host })).toBe(404)
      for (const key of ['demo-group-key', 'demo-other-group-key', 'demo-individual-key'])
        expect(await statusOf(url, '/api/v2/people', { host, 'OSDI-API-Token': key })).toBe(403)
    }
    expect(await statusOf(url, '/api/v2', { host: 'evil.example' })).toBe(421)
    expect(await (await fetch(`${url}/api/v2`)).json()).toMatchObject({
      namespace: 'acme',
      _links: { self: { href: 'https://events.example.org/api/v2' } },
    })
  })

  it('does not start with another NATIVE_PREFIX than its data has, and says how it does', async () => {
    const first = await started()
    pressCtrlC(first.child)
    expect(await first.child.ended).toBe(0)
    const second = start({ NATIVE_PREFIX: 'acme' })
    expect(await second.ended).toBe(1)
    expect(second.errors()).toMatch(/begin with "service:", and the native prefix is "acme".* Set it back to service/)
    await started({ NATIVE_PREFIX: 'service' })
  })

  it.runIf(canListProcesses)('leaves no process and no lock behind after Ctrl-C, and prints no stack', async () => {
    const { child } = await started()
    const all = descendants(child.process.pid as number)
    expect(all.length).toBeGreaterThan(1)
    pressCtrlC(child)
    expect(await child.ended).toBe(0)
    await allGone(all)
    expect(await jsonFiles()).toEqual([])
    expect(child.errors()).toBe('')
  })

  it('ends at once and cleanly when Ctrl-C comes while it starts', async () => {
    const child = start()
    // The lock is the first thing there is to clean up.
    while ((await jsonFiles()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    pressCtrlC(child)
    expect(await child.ended).toBe(0)
    expect(await jsonFiles()).toEqual([])
    expect(child.errors()).toBe('')
  })

  it.runIf(canListProcesses)('starts again with everything after kill -9', async () => {
    const { child } = await started()
    // esbuild waits for ever when the process that asked it is killed before it has answered a sign of life.
    const all = descendants(child.process.pid as number).filter((pid) => !commandOf(pid).includes('esbuild'))
    expect(all.length).toBeGreaterThan(0)
    const item = { pk: { S: 'kept' }, sk: { S: 'kept' } }
    await (await engineOfServer()).send(new PutItemCommand({ TableName: 'turnout', Item: item }))
    child.process.kill('SIGKILL')
    await child.ended

    await started()
    const found = await (await engineOfServer()).send(new GetItemCommand({ TableName: 'turnout', Key: item }))
    expect(found.Item).toEqual(item)
    await allGone(all)
  })

  it('ends cleanly when npm tells the process that it has started to end', async () => {
    const child = runLine(scripts.start, { PORT: '0', DATA_DIR: folder })
    children.push(child)
    await child.says(/Ctrl-C stops it/)
    child.process.kill('SIGTERM')
    expect(await child.ended).toBe(0)
    expect(await jsonFiles()).toEqual([])
  })

  it.runIf(canListProcesses)('ends when the npm that has started it is killed', async () => {
    const line = `${scripts.start.replace('exec ', '')} & wait`
    const npm = runLine(line, { PORT: '0', DATA_DIR: folder, npm_lifecycle_event: 'start' })
    await npm.says(/Ctrl-C stops it/)
    const all = descendants(npm.process.pid as number)
    npm.process.kill('SIGKILL')
    await allGone(all)
    expect(await jsonFiles()).toEqual([])
  })

  it('says in one sentence that its port is in use, and leaves the data free', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.on('listening', resolve))
    const { port } = other.address() as AddressInfo
    const child = start({ PORT: String(port) })
    expect(await child.ended).toBe(1)
    expect(child.errors()).toBe(`Port ${port} is in use: set PORT to another one, or end what listens there.\n`)
    expect(await jsonFiles()).toEqual([])
    other.close()
  })

  it.each([
    ['is a file', 'file', /^DATA_DIR ".+\/file" is a file, not a directory\.\n$/],
    ['cannot be made', 'file/below', /^DATA_DIR ".+" cannot be written: .+\.\n$/],
  ])('says in one sentence that DATA_DIR %s', async (_, name, sentence) => {
    await writeFile(join(folder, 'file'), '')
    const child = start({ DATA_DIR: join(folder, name) })
    expect(await child.ended).toBe(1)
    expect(child.errors()).toMatch(sentence)
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535, not "http".\n'],
    [{ NATIVE_PREFIX: 'osdi' }, 'NATIVE_PREFIX must be letters, digits, _ or -, and not "osdi"; it is "osdi".\n'],
    [{ PUBLIC_URL: 'garbage' }, 'PUBLIC_URL must be an http or https address without a query, not "garbage".\n'],
    [
      { DYNAMODB_ENDPOINT: 'dynamodb' },
      'DYNAMODB_ENDPOINT must be an http or https address without a query, not "dynamodb".\n',
    ],
    [{ DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' }, 'DynamoDB does not answer: connect ECONNREFUSED 127.0.0.1:1.\n'],
  ])('says in one sentence that %j is wrong', async (env, sentence) => {
    const child = start(env)
    expect(await child.ended).toBe(1)
    expect(child.errors()).toBe(sentence)
  })
})
