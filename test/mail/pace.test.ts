import { afterEach, describe, expect, it, vi } from 'vitest'
import { GetCommand } from '../../lib/table/client/commands.js'
import { mailPace } from '../../lib/mail/store/mail-pace.js'
import { keyOf } from '../../lib/table/table.js'
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

  it('is used in full by parts of one process that ask at the same time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const perSecond = 20
    const takeTurn = mailPace(table, perSecond)
    const start = Date.now()
    const mails = 100
    await Promise.all(Array.from({ length: mails }, () => takeTurn()))
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: keyOf.mailPace() }))
    // No turn was taken that no email uses, but for those of the last second.
    const booked = Number(Item?.['next_turn']) - start
    expect(booked).toBeLessThanOrEqual(((mails + 0.25 * perSecond) / perSecond) * 1_000 + 20_000)
  })
})
