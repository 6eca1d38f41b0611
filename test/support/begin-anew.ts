import { afterEach, vi } from 'vitest'

/*
 * A process of the run works through many test files, because loading the SDK anew for each of them took a third of
 * the time. What modules of the service and of the tests remember, and the environment, begin anew with each file.
 * Packages stay loaded.
 */
vi.resetModules()

const ofProcess = globalThis as { environmentAtStart?: NodeJS.ProcessEnv }
const atStart = (ofProcess.environmentAtStart ??= { ...process.env })
for (const name of Object.keys(process.env)) if (!(name in atStart)) delete process.env[name]
Object.assign(process.env, atStart)

/*
 * Restores the real timers and every spy after each test. A fake clock that outlives its test blocks the next one
 * until the time limit.
 */
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
