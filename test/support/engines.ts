import { inject } from 'vitest'
import { startEngine, type EngineKind } from '../../local/engine.js'

export type { EngineKind }

const started = new Map<EngineKind, Promise<string>>()

/** The engines of this machine, for suites that run on each: `describe.each(engineKinds())('on %s', …)`. */
export function engineKinds(): EngineKind[] {
  return inject('engineKinds')
}

/**
 * Where an engine answers: the run's own, or another one, started when a test file first asks for it. That
 * one needs no stopping, it ends with the process of the test file.
 */
export async function engineEndpoint(kind?: EngineKind): Promise<string> {
  const shared = inject('engine')
  if (kind === undefined || kind === shared.kind) return shared.endpoint
  const endpoint = started.get(kind) ?? startEngine({ kind }).then((engine) => engine.endpoint)
  started.set(kind, endpoint)
  return endpoint
}
