import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { demo } from '../../local/demo.js'
import type { Call, Target } from './client.js'
import { CACHE, callsIn, callsOf } from './packages.js'
import { run } from './python.js'
import { startLabServer } from './server.js'
import { LeftOut, runClients } from './table.js'

/*
 * Lets programs that read Mobilize read the dialect of it, as they are but for their base address. What one of them
 * cannot do is explained below.
 */

const PROGRAMS = resolve(import.meta.dirname, 'clients')
const PLUGIN = 'shortcode-for-mobilizeamerica-api'

const explanations = {
  'Parsons, MobilizeAmerica: list events with timeslots_table':
    'fails in Parsons: it gives a text where its own table takes a dict',
}

const folder = await mkdtemp(join(tmpdir(), 'lab-'))
const server = await startLabServer(folder)
try {
  const target = [server.url, demo.group.id] as unknown as Target
  const parsons = { name: 'Parsons 6.1.0, MobilizeAmerica', program: 'parsons_mobilize.py' }
  const readers = [
    { name: parsons.name, calls: () => callsOf({ ...parsons, packages: ['parsons==6.1.0'] }, target) },
    { name: 'mobilize-america-client (Ruby)', calls: rubyCalls },
    { name: 'Shortcode for MobilizeAmerica API (WordPress)', calls: wordPressCalls },
  ]
  await runClients('readers', readers, { asked: process.argv[2], explanations })
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** The gem needs a newer Ruby than some systems have. */
async function rubyCalls(): Promise<Call[]> {
  const own = join(CACHE, 'mobilize-america-client')
  if (!existsSync(join(own, 'gems')))
    await run('gem', ['install', '--silent', '--no-document', '--install-dir', own, 'mobilize-america-client']).catch(
      () => {
        throw new LeftOut('rubygems.org has no mobilize-america-client for this machine, or is not reached')
      },
    )
  const program = join(PROGRAMS, 'mobilize_america_client.rb')
  const { stdout } = await run('env', [`GEM_PATH=${own}`, 'ruby', program, ...targetOf()])
  return callsIn(stdout)
}

/** WordPress itself is not needed: the program has the functions that the shortcode calls. */
async function wordPressCalls(): Promise<Call[]> {
  const own = join(CACHE, 'wordpress')
  await mkdir(own, { recursive: true })
  if (!existsSync(join(own, PLUGIN))) {
    const address = `https://downloads.wordpress.org/plugin/${PLUGIN}.zip`
    await run('curl', ['--silent', '--fail', '--max-time', '60', '-o', `${own}/plugin.zip`, address]).catch(() => {
      throw new LeftOut(`${address} is not reached`)
    })
    await run('python3', ['-m', 'zipfile', '-e', `${own}/plugin.zip`, own])
  }
  const { stdout } = await run('php', [join(PROGRAMS, 'wordpress.php'), ...targetOf(), join(own, PLUGIN)])
  return callsIn(stdout)
}

const targetOf = () => [server.url, demo.group.id]
