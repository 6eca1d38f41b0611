import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { format } from 'prettier'
import { provideEnvironment } from '../../lib/environment.js'
import { demo } from '../../local/demo.js'
import { callsOfHalExplorer, serveHalExplorer } from './browser-clients.js'
import type { Call, Target } from './client.js'
import { pythonIn, run } from './python.js'
import { startLabServer } from './server.js'

/*
 * `npm run lab` lets released clients of this API family call a local server, without changes to the clients. It writes
 * the table of clients and calls into docs/compatibility.md, and fails when a call that worked does not, or when one
 * that does not work has no explanation in lab/clients/explanations.json. It needs the network for the clients, Python,
 * Java with Maven, and the browser of the tests.
 */

const PROGRAMS = resolve(import.meta.dirname, 'clients')
const CACHE = resolve('.cache/lab')
const PAGE = resolve('docs/compatibility.md')
const [BEGIN, END] = ['<!-- lab: written by npm run lab -->', '<!-- end of lab -->']

/** A released client, and the program that calls it. */
interface Program {
  name: string
  program: string
  /** Packages with their versions, for pip or npm. */
  packages: string[]
}

const HAL_EXPLORER = '1.2.3'

const programs: Program[] = [
  { name: 'Parsons 6.1.0', program: 'parsons.py', packages: ['parsons==6.1.0'] },
  { name: 'pyActionNetwork 0.11.2', program: 'pyactionnetwork.py', packages: ['pyactionnetwork==0.11.2'] },
  { name: 'an-at-sync 0.9.2', program: 'an_at_sync.py', packages: ['an-at-sync==0.9.2'] },
  { name: 'osdi 0.3.1', program: 'osdi.py', packages: ['osdi==0.3.1'] },
  { name: 'halchemy 1.0.9', program: 'halchemy.py', packages: ['halchemy==1.0.9'] },
  { name: 'standardwebhooks 1.1.0', program: 'webhooks.py', packages: ['standardwebhooks==1.1.0'] },
  { name: 'Ketting 8.0.0', program: 'ketting.mjs', packages: ['ketting@8.0.0'] },
  {
    name: 'traverson 8.0.3',
    program: 'traverson.mjs',
    packages: ['traverson@8.0.3', 'traverson-hal@8.1.1'],
  },
  { name: 'hal-rest-client 0.5.0', program: 'hal-rest-client.mjs', packages: ['hal-rest-client@0.5.0'] },
  {
    name: 'osdi-client 1.0.2',
    program: 'osdi-client.mjs',
    packages: ['osdi-client@1.0.2', 'superagent@3.8.3'],
  },
]

async function callsOf({ name, program, packages }: Program, target: Target): Promise<Call[]> {
  const folder = join(CACHE, name.replace(/\W+/g, '-'))
  await mkdir(folder, { recursive: true })
  const isPython = program.endsWith('.py')
  const command = isPython ? await pythonWith(folder, packages) : await nodeWith(folder, packages)
  // Programs do not have the names of the packages that they import, and import from their own folder.
  const copy = join(folder, `calls${isPython ? '.py' : '.mjs'}`)
  const report = isPython ? 'report.py' : 'report.mjs'
  await Promise.all([
    copyFile(join(PROGRAMS, program), copy),
    copyFile(join(PROGRAMS, report), join(folder, report)),
  ])
  const { stdout } = await run(command, [copy, ...target], { cwd: folder, timeout: 120_000 })
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"call"'))
  return lines.map((line) => JSON.parse(line) as Call)
}

async function pythonWith(folder: string, packages: string[]): Promise<string> {
  const { python, install } = await pythonIn(folder)
  await install(...packages)
  return python
}

async function nodeWith(folder: string, packages: string[]): Promise<string> {
  if (!existsSync(join(folder, 'node_modules'))) {
    await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}')
    await run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages], { cwd: folder })
  }
  return process.execPath
}

/** An event with an attendance, for clients that read. */
async function prepare(url: string): Promise<Target> {
  const base = `${url}/api/v2`
  const headers = { 'OSDI-API-Token': demo.group.key, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${base}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { _links } = (await answer.json()) as { _links: Record<string, { href: string }> }
    return (rel: string) => _links[rel]?.href.split('/').at(-1) as string
  }
  const event = (await post('events', { title: 'Lab', origin_system: 'Lab' }))('self')
  const email = 'lab@example.org'
  const person = { given_name: 'Lab', email_addresses: [{ address: email }] }
  const attendance = await post(`events/${event}/attendances`, { person })
  return [base, demo.group.key, event, demo.event_campaign.id, attendance('osdi:person'), email]
}

/** The cells of the table on the page: whether each call worked the last time. */
function known(page: string): Map<string, boolean> {
  const table = page.slice(page.indexOf(BEGIN), page.indexOf(END))
  const rows = table.split('\n').filter((line) => line.startsWith('|'))
  return new Map(
    rows.map((row) => {
      const [, client = '', call = '', result = ''] = row.split('|').map((cell) => cell.trim())
      return [`${client}: ${call}`, result === 'works'] as const
    }),
  )
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lab-'))
  const explorer = await serveHalExplorer(join(CACHE, 'hal-explorer'), HAL_EXPLORER)
  // Pages of other origins use a key where the owner allows it.
  provideEnvironment({ CORS_ORIGINS: explorer.origin })
  const server = await startLabServer(folder, 'action_network')
  const page = await readFile(PAGE, 'utf8')
  const before = known(page)
  const explanations = JSON.parse(await readFile(join(PROGRAMS, 'explanations.json'), 'utf8')) as Record<
    string,
    string
  >
  const rows: string[] = []
  try {
    const target = await prepare(server.url)
    const clients = [
      ...programs.map((each) => ({ name: each.name, calls: () => callsOf(each, target) })),
      { name: `HAL Explorer ${HAL_EXPLORER}`, calls: () => callsOfHalExplorer(explorer.origin, target) },
    ]
    for (const client of clients) {
      const calls = await client.calls().catch((error: unknown) => {
        console.error(`${client.name}: ${String(error)}`)
        process.exitCode = 1
        return []
      })
      for (const { call, works, problem = '' } of calls) {
        const name = `${client.name}: ${call}`
        const why = explanations[name.replace(/ [\d.]+:/, ':')]
        const isWorse = !works && (before.get(name) === true || why === undefined)
        if (isWorse) process.exitCode = 1
        console.log(`${isWorse ? 'WORSE ' : ''}${name}  ${works ? 'works' : problem}`)
        rows.push(`| ${client.name} | ${call} | ${works ? 'works' : (why ?? 'fails')} |`)
      }
    }
  } finally {
    await server.stop()
    explorer.close()
    await rm(folder, { recursive: true, force: true })
  }
  if (process.exitCode === 1) return
  const table = ['| Client | Call | Result |', '| --- | --- | --- |', ...rows].join('\n')
  const text = `${page.slice(0, page.indexOf(BEGIN))}${BEGIN}\n\n${table}\n\n${page.slice(page.indexOf(END))}`
  await writeFile(PAGE, await format(text, { parser: 'markdown', proseWrap: 'preserve', printWidth: 120 }))
}

await main()
