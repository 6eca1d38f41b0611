import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { ensureLocationTable } from '../../infra/package/location-table.js'
import { availableEngines, noEngine, startEngine, type Engine, type EngineKind } from '../../local/engine/engine.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engines that run on this machine, the preferred one first. */
    engineKinds: EngineKind[]
    /** The addresses of shared parts that take seconds to make: `GET /engine/<kind>`, `GET /package`. */
    onRequest: string
  }
}

/** Makes slow parts once for the whole run, when a test file first asks for them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [kinds] = await Promise.all([availableEngines(), ensureLocationTable()])
  if (kinds.length === 0) throw noEngine()
  const started = new Map<string, Promise<Engine>>()
  const startOnce = (kind: string) => {
    const other = started.get(kind) ?? startEngine({ kind: kind as EngineKind })
    started.set(kind, other)
    return other
  }
  let packaged: Promise<void> | undefined
  const requests = await answerRequests({
    engine: async (kind) => (await startOnce(kind)).endpoint,
    package: async () => {
      await (packaged ??= makePackage())
      return 'build'
    },
  })
  project.provide('engineKinds', kindsFor(project.name, kinds))
  project.provide('onRequest', requests.url)
  return async () => {
    requests.close()
    const engines = await Promise.all(started.values())
    await Promise.all(engines.map((engine) => engine.stop()))
  }
}

/** Returns the engines of a project. The one that takes seconds to start is left to `npm run test:system`. */
function kindsFor(project: string, kinds: EngineKind[]): EngineKind[] {
  if (project === 'service') return kinds.slice(0, 1)
  return project === 'second-engine' ? kinds.slice(-1) : kinds
}

/** Runs `npm run package`, without credentials and from an empty home. */
async function makePackage(): Promise<void> {
  const without = ['-u', 'AWS_ACCESS_KEY_ID', '-u', 'AWS_SECRET_ACCESS_KEY', 'HOME=/nonexistent']
  await promisify(execFile)('env', [...without, 'npm', 'run', '-s', 'package'])
}

/** Test files are processes of their own, so they ask by HTTP: `GET /<what>/<which>`. */
async function answerRequests(make: Record<string, (which: string) => Promise<string>>) {
  const server = createServer((request, response) => {
    const [, what = '', which = ''] = request.url?.split('/') ?? []
    Promise.resolve(make[what]?.(which)).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
