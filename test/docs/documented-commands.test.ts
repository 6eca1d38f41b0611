import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolEnvironment } from '../../lib/runtime/environment.js'
import { demo } from '../../local/demo.js'
import type { LocalTable } from '../../local/engine/data.js'
import { freshTable } from '../support/engine/tables.js'
import { listen } from '../support/given/installation.js'
import { fakeActionNetwork, oddRecords } from '../support/moving/fake-action-network.js'
import { ORGANIZATION, fakeMobilize } from '../support/moving/fake-mobilize.js'
import { has } from '../support/rooms.js'

/*
 * The commands that pages show, run in their order on fresh data, those of owners too. An answer that stands after them
 * is what came. Ids, dates and codes differ from run to run; names, counts and statuses do not.
 */

/**
 * Blocks that are not run over a service here: what they have in them, who runs them, and how many a page has. This
 * list only shrinks.
 */
const ELSEWHERE: [what: RegExp, who: string, blocks: Record<string, number>][] = [
  [
    /continue-update-rollback|start-query|delete-stack/,
    'a test below, over answers as AWS documents them: no emulation has failed rollbacks and queries of logs',
    { 'docs/operating.md': 3 },
  ],
  [/since\/people\.csv/, 'test/admin/export-csv.test.ts, into the table it exports from', { 'docs/operating.md': 1 }],
  [
    /\baws |\$(STAGE|RESTORED)\b|npm run (package|deploy) /,
    'npm run rehearse, over an emulated AWS',
    { 'docs/alarms.md': 3, 'docs/operating.md': 16 },
  ],
  [/generat|openapi-typescript/, 'npx tsx tools/lab/main.ts generators', { 'docs/api/generated-clients.md': 3 }],
  [/npm run bench|npx tsx /, 'whoever has ten idle minutes', { 'docs/performance.md': 2 }],
  [/npm (start|ci)/, 'each test that starts a server', { 'README.md': 1, 'docs/walkthrough.md': 1 }],
]

const ROOT = resolve('.')

/** The environment of a shell before anything is set. */
const outside = { PATH: toolEnvironment()['PATH'] }

/** The command line, from any folder. A command that fails says so among the messages. */
const NPM = `npm() {
  [ "$1 $2 $3 $4" = "run -s admin --" ] || { echo "npm $*: command not found" >&2; return 127; }
  shift 4
  [ -z "$TABLE_NAME" ] || local -x DYNAMODB_ENDPOINT="$DEPLOYED"
  ${process.execPath} --import ${ROOT}/node_modules/tsx/dist/loader.mjs ${ROOT}/admin/main.ts "$@" || echo "command failed: $*" >&2
}`

/** The files that readers bring themselves. */
const FILES: Record<string, string> = {
  'people.csv': 'email,first_name,zip_code\nkim@example.org,Kim,62701\n',
  'events.csv': 'title,start\nPhone bank,2040-11-03 18:30\n',
  'guests.csv': 'email,status\nkim@example.org,accepted\n',
  'key.txt': 'a-key',
  'river.ics': [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    'BEGIN:VEVENT',
    'UID:river-1',
    'DTSTAMP:20260101T000000Z',
    'DTSTART:20401103T183000Z',
    'SUMMARY:River walk',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
}

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

const isRun = ({ kind, text }: Block) => kind === 'sh' && !ELSEWHERE.some(([what]) => what.test(text))

const inFolder = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => join(folder, name))
const pagesAt = async (paths: string[]) => {
  const pages = await Promise.all(paths.map(async (path) => ({ path, blocks: blocksOf(await readFile(path, 'utf8')) })))
  return pages
}
const tutorials = await pagesAt(['README.md', ...(await inFolder('docs'))])
const references = await pagesAt(await inFolder('docs/api'))
const taken = (pages: typeof tutorials) => pages.filter(({ blocks }) => blocks.some(isRun))

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

/** A port that nothing listens on now. */
const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

/** Compares what is stated of a document: everything, unless the page says that it is shortened. */
function expectStated(stated: any, came: any, isShortened: boolean, at: string): void {
  if (typeof stated !== 'object' || stated === null) {
    expect([at, lasting(String(came))]).toEqual([at, lasting(String(stated))])
    return
  }
  if (!isShortened) expect([at, Object.keys(came ?? {}).sort()]).toEqual([at, Object.keys(stated).sort()])
  for (const [name, value] of Object.entries(stated)) expectStated(value, came?.[name], isShortened, `${at}.${name}`)
}

it('names who runs how many blocks of each page that are not run here, and leaves none out', () => {
  const left = [...tutorials, ...references].flatMap(({ path, blocks }) =>
    blocks
      .filter((block) => block.kind === 'sh' && !isRun(block))
      .map(({ text }) => ({ path, who: ELSEWHERE.find(([what]) => what.test(text))?.[1] })),
  )
  for (const [, who, blocks] of ELSEWHERE) {
    const those = Map.groupBy(
      left.filter((each) => each.who === who),
      ({ path }) => path,
    )
    expect([who, Object.fromEntries([...those].map(([path, all]) => [path, all.length]))]).toEqual([who, blocks])
  }
})

/** A server of `npm start` with fresh data, for the tests of a suite, and what its pages name besides. */
function givenServer() {
  let folder: string
  let server: ChildProcess
  let url: string
  let deployed: LocalTable
  const others: { close: () => void }[] = []
  /** Names in pages, and what they stand for here: addresses of others, tables that are deployed, ids of the reader. */
  const meant: [said: RegExp | string, here: string][] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documented-'))
    // Prints statuses for a command that prints none.
    await writeFile(join(folder, '.curlrc'), 'write-out = "%{stderr}status %{http_code} of %{url}\\n"')
    await Promise.all(Object.entries(FILES).map(([name, text]) => writeFile(join(folder, name), text)))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    server = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
      env: { ...outside, PORT: '0', DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    url = await new Promise((resolve, reject) => {
      server.on('exit', () => reject(new Error('The server did not start')))
      server.stdout?.on('data', (data: Buffer) => {
        const [found] = /http:\/\/localhost:\d+/.exec(data.toString()) ?? []
        if (found) resolve(found)
      })
    })
    const [another, ofActionNetwork, ofMobilize, calendar] = await Promise.all([
      freshTable(),
      fakeActionNetwork(oddRecords(1, { people: 1, events: 1, attendances: 0 }, 'test:taken')),
      fakeMobilize({ people: [], events: [], attendances: new Map() }),
      listen((_, response) => response.end(FILES['river.ics'])),
    ])
    deployed = await freshTable()
    others.push(ofActionNetwork, ofMobilize, { close: () => void calendar.server.close() })
    const event = await fetch(`${url}/api/v2/events`, { headers: { 'OSDI-API-Token': demo.group.key } })
    const { _embedded } = (await event.json()) as { _embedded: Record<string, { identifiers: string[] }[]> }
    meant.push(
      ['TABLE_NAME=turnout-prod', `TABLE_NAME=${deployed.tableName}`],
      ['TABLE_NAME=another', `TABLE_NAME=${another.tableName}`],
      [/--group [0-9a-f]{8}-\S+/g, `--group ${demo.group.id}`],
      [/--event [0-9a-f]{8}-…/g, `--event ${_embedded['osdi:events']?.[0]?.identifiers[0]?.split(':')[1]}`],
      ['https://actionnetwork.org/api/v2', ofActionNetwork.base],
      ['--organization 1396', `--organization ${ORGANIZATION} --from ${ofMobilize.base}`],
      ['https://calendar.example.org', calendar.base],
      [/(?<=localhost:|listen\()4000\b/g, String(await freePort())],
      [LOCAL, url],
    )
  })
  afterAll(async () => {
    for (const other of others) other.close()
    const ended = new Promise((resolve) => server.on('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true })
  })

  const here = (text: string) => meant.reduce((all, [said, by]) => all.replaceAll(said, by), text)

  /**
   * Runs commands in one shell, and ends what they leave running.
   * @param until what they print at last, if not when they end
   * @returns what each has printed, answers and messages
   */
  async function run(commands: string[], until = /^/): Promise<{ out: string; err: string }[]> {
    const script = commands.map((text) => `${text}\necho '${END}'; echo '${END}' >&2\n`).join('')
    const settings = {
      DATA_DIR: join(folder, 'data'),
      DEPLOYED: deployed.endpoint,
      HOME: folder,
      WEBHOOK_ALLOW_PRIVATE: 'on',
    }
    const shell = spawn('bash', ['-c', `${NPM}\n${here(script)}read -r _; kill $(jobs -p) 2>/dev/null`], {
      cwd: folder,
      env: { ...outside, ...settings, TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json') },
      stdio: 'pipe',
    })
    const printed = { out: '', err: '' }
    const endWhenDone = () => until.test(printed.out) && shell.stdin.end()
    shell.stdout.on('data', (data: Buffer) => {
      printed.out += data.toString()
      endWhenDone()
    })
    shell.stderr.on('data', (data: Buffer) => (printed.err += data.toString()))
    endWhenDone()
    await new Promise((resolve) => shell.on('close', resolve))
    const [out, err] = [printed.out, printed.err].map((text) => text.replaceAll(url, LOCAL).split(`${END}\n`)) as [
      string[],
      string[],
    ]
    return commands.map((_, i) => ({ out: out[i] as string, err: err[i] as string }))
  }

  return {
    run,
    page: async (path: string) => (await fetch(url + path)).text(),
    /** Writes a file that a page shows. */
    write: (name: string, text: string) => writeFile(join(folder, name), here(text)),
  }
}

/** What AWS answers to commands that no emulation has: a query that is running at first, then has two results. */
const AWS = `aws() {
  echo "aws $*" >&2
  case "$1 $2 $*" in
    *queryString*) echo 'fields @message' ;;
    *logGroupNames*) echo "/turnout/$STAGE/functions" ;;
    "logs start-query"*) echo query-1 ;;
    *"--query status"*) if [ -e asked ]; then echo Complete; else touch asked; echo Running; fi ;;
    *"--query results"*) printf 'one\\ttwo\\nthree\\tfour\\n' ;;
  esac
}
sleep() { :; }`

describe('commands that no emulation of AWS has', () => {
  const [what, , counts] = ELSEWHERE[0] as (typeof ELSEWHERE)[0]
  const blocks = tutorials.flatMap((page) => page.blocks.filter(({ kind, text }) => kind === 'sh' && what.test(text)))

  it('ask for what they say, and print the results of a query of the logs once it is complete', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documented-'))
    const [rollback, removal, query] = await Promise.all(
      blocks.map(({ text }) =>
        promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', `${AWS}\n${text}`], {
          cwd: folder,
          env: { ...outside, STAGE: 'prod' },
        }),
      ),
    )
    await rm(folder, { recursive: true })
    expect(blocks).toHaveLength(counts['docs/operating.md'] as number)
    expect(rollback?.stderr).toBe(
      'aws cloudformation continue-update-rollback --stack-name turnout-prod\n' +
        'aws cloudformation wait stack-rollback-complete --stack-name turnout-prod\n',
    )
    expect(removal?.stderr).toBe(
      'aws dynamodb update-table --table-name turnout-prod --no-deletion-protection-enabled\n' +
        'aws cloudformation delete-stack --stack-name turnout-prod-table\n' +
        'aws dynamodb delete-table --table-name turnout-prod\n',
    )
    expect(query?.stdout).toBe('one\ttwo\nthree\tfour\n')
    expect(query?.stderr).toMatch(
      /start-query --log-group-name \/turnout\/prod\/functions --end-time \d+ --start-time \d+ --query-string fields @message/,
    )
    expect(query?.stderr.match(/get-query-results --query-id query-1 --query status/g)).toHaveLength(2)
  })
})

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
  const { run, write } = givenServer()

  it.each(set)('answers the commands of $path as the page says', async ({ path, blocks }) => {
    const commands = blocks.filter(isRun)
    for (const { before, text } of blocks.filter(({ kind }) => kind === 'js')) {
      const [, file] = /`(\w+\.mjs)`/.exec(before) ?? []
      if (file) await write(file, text)
    }
    const isReceiving = commands.some(({ text }) => text.includes('receiver.mjs'))
    // A receiver that is not up yet gets the first message later, behind the second.
    const printed = await run(
      commands.map(({ text }) => text),
      isReceiving ? /(?=[^]*^webhook\.test )(?=[^]*^event\.created )/m : undefined,
    )
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
      if (!isText) expect(err).not.toMatch(/^status [^2]|SyntaxError|TypeError|command not found|command failed/m)
    }
  })
})
