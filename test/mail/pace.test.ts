import { afterEach, describe, expect, it, vi } from 'vitest'
import { mailPace } from '../../lib/dynamodb/stores/mail/mail-pace.js'
import { table } from '../support/service.js'

/* The clock of this file is moved by the waits of the paces, so that no test waits. */

vi.mock('node:timers/promises', async (original: () => Promise<object>) => ({
  ...(await original()),
  setTimeout: async (wait: number) => vi.setSystemTime(Date.now() + wait),
}))

afterEach(() => vi.useRealTimers())

describe('the rate of the account', () => {
  it('is kept by several processes together', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const perSecond = 20
    const processes = [mailPace(table, perSecond), mailPace(table, perSecond), mailPace(table, perSecond)]
    const start = Date.now()
    const mails = 120
    for (let i = 0; i < mails; i++) await processes[i % 3]?.()
    // A process holds a quarter of a second's turns at most, and may use them late.
    const held = processes.length * 0.25 * perSecond
    expect(Date.now() - start).toBeGreaterThanOrEqual(((mails - held) / perSecond) * 1_000)
  })
})
