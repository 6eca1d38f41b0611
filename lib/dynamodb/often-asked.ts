/** How often in a second something is read that is asked for, before it is remembered. */
const SELDOM = 5
const REMEMBERED_MS = 1_000
const MAX_REMEMBERED = 1_000

interface Asked<Value> {
  since: number
  times: number
  answer?: Promise<Value> | undefined
}

/**
 * Remembers, for the rest of a second, what a process is asked for again and again. A partition gives 3,000 read
 * units a second, and a page that a million phones open is asked for more often; what is asked for now and then is
 * read each time. A failure is not remembered.
 */
export function oftenAsked<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const all = new Map<string, Asked<Value>>()
  return (key) => {
    const now = Date.now()
    const known = all.get(key)
    if (!known || Math.abs(now - known.since) > REMEMBERED_MS) {
      if (all.size >= MAX_REMEMBERED) all.clear()
      all.set(key, { since: now, times: 1 })
      return load(key)
    }
    known.times += 1
    if (known.times <= SELDOM) return load(key)
    known.answer ??= load(key).catch((error: unknown) => {
      known.answer = undefined
      throw error
    })
    return known.answer
  }
}
