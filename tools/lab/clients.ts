import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { provideEnvironment } from '../../lib/runtime/environment.js'
import { demo } from '../../local/demo.js'
import { callsOfHalExplorer, serveHalExplorer } from './browser-clients.js'
import type { Target } from './client.js'
import { CACHE, type Program, callsOf } from './packages.js'
import { startLabServer } from './server.js'
import { runClients } from './table.js'

/*
 * Lets released clients of this API family call a local server. What a client cannot do is explained in
 * clients/explanations.json. It needs Python, Java with Maven, and the browser of the tests.
 */

const EXPLANATIONS = resolve(import.meta.dirname, 'clients/explanations.json')
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

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lab-'))
  const explorer = await serveHalExplorer(join(CACHE, 'hal-explorer'), HAL_EXPLORER)
  // Pages of other origins use a key where the owner allows it.
  provideEnvironment({ CORS_ORIGINS: explorer.origin })
  const server = await startLabServer(folder, 'action_network')
  const explanations = JSON.parse(await readFile(EXPLANATIONS, 'utf8')) as Record<string, string>
  try {
    const target = await prepare(server.url)
    const clients = [
      ...programs.map((each) => ({ name: each.name, calls: () => callsOf(each, target) })),
      { name: `HAL Explorer ${HAL_EXPLORER}`, calls: () => callsOfHalExplorer(explorer.origin, target) },
    ]
    await runClients('clients', clients, { asked: process.argv[2], explanations })
  } finally {
    await server.stop()
    explorer.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
