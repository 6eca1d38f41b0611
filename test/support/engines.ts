import { inject } from 'vitest'
import type { EngineKind } from '../../local/engine.js'
import { fromRun } from './on-request.js'

export type { EngineKind }

/** The engines of this machine, for suites that run on each: `describe.each(engineKinds())('on %s', …)`. */
export function engineKinds(): EngineKind[] {
  return inject('engineKinds')
}

/** Where an engine of the run answers: the first kind, or another one, which is started when a file first asks. */
export async function engineEndpoint(kind?: EngineKind): Promise<string> {
  const first = inject('engine')
  if (kind === undefined || kind === first.kind) return first.endpoint
  return fromRun(`engine/${kind}`)
}
