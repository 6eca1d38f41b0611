import type { TestProject } from 'vitest/node'
import { ensureLocationTable } from '../../infra/location-table.js'
import { availableEngines, startEngine, type EngineKind } from '../../local/engine.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that every test file may use, in memory. */
    engine: { kind: EngineKind; endpoint: string }
    /** All that run on this machine, that one first. */
    engineKinds: EngineKind[]
  }
}

/** Starts one engine for the whole run. A suite that runs on both starts the other one itself: it takes seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [kinds, engine] = await Promise.all([availableEngines(), startEngine(), ensureLocationTable()])
  project.provide('engine', { kind: engine.kind, endpoint: engine.endpoint })
  project.provide('engineKinds', kinds)
  console.log(`DynamoDB: ${engine.kind}${kinds.length > 1 ? `; the store suite also on ${kinds[1]}` : ''}`)
  return () => engine.stop()
}
