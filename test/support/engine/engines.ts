import { afterAll, inject } from 'vitest'
import { startEngine, type Engine, type EngineKind } from '../../../local/engine/engine.js'
import { fromRun } from '../on-request.js'

export type { EngineKind }

/*
 * dynoxide starts in milliseconds, so each test file has one of its own: with each transaction it looks through the
 * tokens of the last ten minutes, and one for the whole run would become slower with every file.
 * DynamoDB Local takes seconds to start, so the run has one.
 */
let own: Promise<Engine> | undefined

afterAll(async () => {
  await (await own)?.stop()
})

/** The engines of this machine, for suites that run on each: `describe.each(engineKinds())('on %s', …)`. */
export function engineKinds(): EngineKind[] {
  return inject('engineKinds')
}

/** Returns the address of an engine of this test file: of the first kind, or another one. */
export async function engineEndpoint(kind = engineKinds()[0]): Promise<string> {
  if (kind !== 'dynoxide') return fromRun(`engine/${kind}`)
  own ??= startEngine({ kind })
  return (await own).endpoint
}
