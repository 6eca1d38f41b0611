import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  afterDeadline,
  apartFromRequest,
  beforeDeadline,
  mayHaveWritten,
  newId,
  noteWrite,
  pauseWithinDeadline,
  timeLeft,
  withDeadline,
} from '../../lib/runtime/request-context.js'
import { withIdsFrom } from '../../lib/fields/identifier.js'

const never = new Promise(() => undefined)

describe('the time of a request', () => {
  it('has no end where nothing is a request', async () => {
    expect(timeLeft()).toBe(Infinity)
    expect(await pauseWithinDeadline(1)).toBe(true)
    await beforeDeadline(Promise.resolve())
  })

  it('ends before its function is stopped, for all that is called, and for no other request', async () => {
    const [one, other] = await Promise.all([
      withDeadline(10_000, async () => {
        await sleep(5)
        return timeLeft()
      }),
      withDeadline(100_000, async () => timeLeft()),
    ])
    expect(one).toBeLessThan(9_000)
    expect(other).toBeGreaterThan(90_000)
  })

  it('is not waited away', async () => {
    await withDeadline(1_600, async () => {
      expect(await pauseWithinDeadline(60_000)).toBe(false)
      await expect(beforeDeadline(never)).rejects.toMatchObject({ code: 'busy' })
      // Timers count whole milliseconds, and may end a part of one early.
      expect(timeLeft()).toBeLessThan(2)
    })
  })

  it('leaves some for what has to be recorded about the request', async () => {
    await withDeadline(0, async () => {
      expect(timeLeft()).toBe(0)
      expect(afterDeadline(timeLeft)).toBeGreaterThan(0)
    })
  })
})

describe('the writes of a request', () => {
  it('are those of all that is called for it, but for its bookkeeping', async () => {
    noteWrite()
    expect(mayHaveWritten()).toBe(false)
    await withDeadline(10_000, async () => {
      await apartFromRequest(async () => noteWrite())
      expect(mayHaveWritten()).toBe(false)
      await withIdsFrom('seed', async () => noteWrite())
      expect(mayHaveWritten()).toBe(true)
      expect(withDeadline(10_000, mayHaveWritten)).toBe(false)
    })
  })
})

describe('the ids of a request', () => {
  const three = async () => [newId(), newId(), newId()]

  it('are random, and no two the same', async () => {
    const ids = await withDeadline(10_000, three)
    expect(new Set([...ids, ...(await withDeadline(10_000, three)), ...(await three())]).size).toBe(9)
  })

  it('follow from a seed where there is one, in their order', async () => {
    const ids = await withIdsFrom('one', three)
    expect(await withDeadline(10_000, () => withIdsFrom('one', three))).toEqual(ids)
    expect(new Set([...ids, ...(await withIdsFrom('other', three))]).size).toBe(6)
  })
})
