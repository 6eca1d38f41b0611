import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * The commands that pages show to callers, run in their order on fresh data. An answer that stands after them is what
 * came. Ids, dates and codes differ from run to run; names, counts and statuses do not.
 */

/** Pages whose commands need a deployment, a compiler or data of the reader. This list only shrinks. */
const NOT_RUN = ['docs/operating.md', 'docs/api/generated-clients.md', 'docs/api/webhooks.md']

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
const withCommands = async (paths: string[]) => {
  const pages = await Promise.all(paths.map(async (path) => ({ path, blocks: blocksOf(await readFile(path, 'utf8')) })))
  return pages.filter(({ blocks }) => blocks.some(isRun))
}
const tutorials = await withCommands(['README.md', ...(await inFolder('docs'))])
const references = await withCommands(await inFolder('docs/api'))
const taken = (pages: typeof tutorials) => pages.filter(({ path }) => !NOT_RUN.includes(path))

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

it('names no page as not run that is run', () => {
  const known = [...tutorials, ...references].map(({ path }) => path)
  expect(NOT_RUN.filter((path) => !known.includes(path))).toEqual([])
})

describe.each(SETS.map((set) => [set.map(({ path }) => path).join(', '), set] as const))('%s', (_, set) => {
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
