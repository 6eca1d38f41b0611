import { afterEach, vi } from 'vitest'

/*
 * Restores the real timers and every spy after each test. A fake clock that outlives its test blocks the next one
 * until the time limit.
 */
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
