import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { demo } from '../../local/demo.js'
import { CACHE, callsIn, nodeWith } from './packages.js'
import { run } from './python.js'
import { startLabServer } from './server.js'
import { runClients } from './table.js'

/*
 * Imports the OpenAPI documents as Postman does, with a key and nothing else filled in, and sends every request of the
 * collections to a local server with the demo data.
 */

const [CONVERTER, RUNNER] = ['6.3.3', '6.2.2']
const PROGRAM = resolve(import.meta.dirname, 'clients/postman.mjs')

const folder = await mkdtemp(join(tmpdir(), 'lab-'))
const server = await startLabServer(folder)
try {
  const name = `openapi-to-postmanv2 ${CONVERTER}, newman ${RUNNER}`
  const own = join(CACHE, 'postman')
  const calls = async () => {
    const command = await installed(own)
    const versions = ['v1', 'v2'].map((version) => `${server.url}/api/${version}/openapi.json`)
    const { stdout } = await run(command, [join(own, 'calls.mjs'), demo.group.key, ...versions], { cwd: own })
    return callsIn(stdout)
  }
  await runClients('collections', [{ name, calls }], { asked: process.argv[2] })
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function installed(own: string): Promise<string> {
  await mkdir(own, { recursive: true })
  const command = await nodeWith(own, [`openapi-to-postmanv2@${CONVERTER}`, `newman@${RUNNER}`])
  await copyFile(PROGRAM, join(own, 'calls.mjs'))
  return command
}
