import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../support/rooms.js'

/*
 * The commands that pages show to callers, run in their order on fresh data. An answer that stands after them is what
 * came. Ids, dates and codes differ from run to run; names, counts and statuses do not.
 */

/**
 * How many blocks of pages are not run: they start, deploy or build something, or need data of the reader. A page with
 * all of its blocks here is not run at all. This list only shrinks.
 */
const NOT_RUN: Record<string, number> = {
  'README.md': 1,
  'docs/admin.md': 3,
  'docs/alarms.md': 1,
  'docs/api/generated-clients.md': 3,
  'docs/api/webhooks.md': 3,
  'docs/leaving.md': 2,
  'docs/moving.md': 4,
  'docs/operating.md': 19,
  'docs/owning.md': 2,
  'docs/performance.md': 2,
  'docs/walkthrough.md': 1,
}

/** Commands that start, own or build something. */
const OF_OWNERS = /^\s*(?:[A-Z_]+=\S+ )*(?:npm|npx) /m

interface Block {
  kind: string
  text: string
  /** The text between it and the block before. */
  before: string
}

function blocksOf(page: string): Block[] {
  const parts = page.split(/^ *```/m)
  return parts.flatMap((part, i) => {
    const end = part.indexOf('\n')
    return i % 2 === 1 ? [{ kind: part.slice(0, end), text: part.slice(end + 1), before: parts[i - 1] as string }] : []
  })
}

const isRun = ({ kind, text }: Block) => kind === 'sh' && !OF_OWNERS.test(text)

const inFolder = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => join(folder, name))
const pagesAt = async (paths: string[]) => {
  const pages = await Promise.all(paths.map(async (path) => ({ path, blocks: blocksOf(await readFile(path, 'utf8')) })))
  return pages
}
const tutorials = await pagesAt(['README.md', ...(await inFolder('docs'))])
const references = await pagesAt(await inFolder('docs/api'))
const commandsOf = ({ blocks }: (typeof tutorials)[0]) => blocks.filter(({ kind }) => kind === 'sh')
const taken = (pages: typeof tutorials) =>
  pages.filter((page) => page.blocks.some(isRun) && NOT_RUN[page.path] !== commandsOf(page).length)

/** Tutorials count what is there, so each has a service of its own. */
const SETS = [...taken(tutorials).map((page) => [page]), taken(references)]

const END = '=== end of a block ==='
const LOCAL = 'http://localhost:3000'

/** A text without what differs from run to run. */
const lasting = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|\b\d{8}T\d{6}Z?/g, '<date>')
    .replace(/"reference_code":"[^"]*"/g, '"reference_code":"<code>"')
    .replace(/\/rsvp\/[\w-]{66}/g, '/rsvp/<token>')
    .replace(/\r/g, '')
    // Lines of a calendar are folded where an address has its port.
    .replace(/\n /g, '')
    .trim()

/** Compares what is stated of a document: everything, unless the page says that it is shortened. */
function expectStated(stated: any, came: any, isShortened: boolean, at: string): void {
  if (typeof stated !== 'object' || stated === null) {
    expect([at, lasting(String(came))]).toEqual([at, lasting(String(stated))])
    return
  }
  if (!isShortened) expect([at, Object.keys(came ?? {}).sort()]).toEqual([at, Object.keys(stated).sort()])
  for (const [name, value] of Object.entries(stated)) expectStated(value, came?.[name], isShortened, `${at}.${name}`)
}

it('names how many blocks of each page are not run, and no others are left out', () => {
  const pages = [...tutorials, ...references]
  const isTaken = taken(pages)
  const left = pages.map((page) => {
    const commands = commandsOf(page)
    return [page.path, isTaken.includes(page) ? commands.filter((each) => !isRun(each)).length : commands.length]
  })
  expect(Object.fromEntries(left.filter(([, count]) => count))).toEqual(NOT_RUN)
})

/** A server of `npm start` with fresh data, for the tests of a suite. */
function givenServer() {
  let folder: string
  let server: ChildProcess
  let url: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documented-'))
    // Prints statuses for a command that prints none.
    await writeFile(join(folder, '.curlrc'), 'write-out = "%{stderr}status %{http_code} of %{url}\\n"')
    const settings = ['PORT=0', `DATA_DIR=${join(folder, 'data')}`]
    server = spawn('env', [...settings, process.execPath, '--import', 'tsx', 'local/start.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    url = await new Promise((resolve, reject) => {
      server.on('exit', () => reject(new Error('The server did not start')))
      server.stdout?.on('data', (data: Buffer) => {
        const [found] = /http:\/\/localhost:\d+/.exec(data.toString()) ?? []
        if (found) resolve(found)
      })
    })
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => server.on('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true })
  })

  /** Runs commands in one shell. @returns what each has printed, answers and messages */
  async function run(commands: string[]): Promise<{ out: string; err: string }[]> {
    const script = commands.map((text) => `${text}\necho '${END}'; echo '${END}' >&2\n`).join('')
    const shell = spawn('env', [`HOME=${folder}`, 'bash', '-c', script.replaceAll(LOCAL, url)], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const printed = { out: '', err: '' }
    shell.stdout.on('data', (data: Buffer) => (printed.out += data.toString()))
    shell.stderr.on('data', (data: Buffer) => (printed.err += data.toString()))
    await new Promise((resolve) => shell.on('close', resolve))
    const [out, err] = [printed.out, printed.err].map((text) => text.replaceAll(url, LOCAL).split(`${END}\n`)) as [
      string[],
      string[],
    ]
    return commands.map((_, i) => ({ out: out[i] as string, err: err[i] as string }))
  }

  return { run, page: async (path: string) => (await fetch(url + path)).text() }
}

describe('the first steps at /docs', () => {
  const { run, page } = givenServer()

  it('are pasted as they are, and end in an RSVP and in the message that it caused', async () => {
    const steps = [...(await page('/docs')).matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)]
    const commands = steps.map(([, text = '']) => unescaped(text))
    const printed = await run(commands)
    expect(printed.map(({ err }) => err).join('')).not.toMatch(/^status [^2]|command not found/m)
    const [event, rsvp, message] = printed.filter(({ out }) => out).map(({ out }) => JSON.parse(out))
    expect([event.title, rsvp.status]).toEqual(['Phone bank', 'accepted'])
    if (has('webhooks')) expect(message.messages).toMatchObject([{ type: 'attendance.created', data: rsvp }])
  })
})

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

describe.each(SETS.map((set) => [set.map(({ path }) => path).join(', '), set] as const))('%s', (_, set) => {
  const { run } = givenServer()

  it.each(set)('answers the commands of $path as the page says', async ({ path, blocks }) => {
    const commands = blocks.filter(isRun)
    const printed = await run(commands.map(({ text }) => text))
    for (const [i, command] of commands.entries()) {
      const { out, err } = printed[i]!
      const next = blocks[blocks.indexOf(command) + 1]
      // The stated answer follows at once, or after a sentence.
      const after = next && !next.before.trim().includes('\n\n') ? next : undefined
      const isJson = after?.kind === 'json'
      const isText = after?.kind === 'text'
      // Messages of node are answers, too: the walkthrough prints its pages there.
      const messages = err.replace(/^status .*\n/gm, '')
      if (isText) expect(lasting(out || messages)).toBe(lasting(after.text))
      if (isJson) expectStated(JSON.parse(after.text), JSON.parse(out), /shortened/.test(after.before), path)
      if (!isText) expect(err).not.toMatch(/^status [^2]|SyntaxError|TypeError|command not found/m)
    }
  })
})
