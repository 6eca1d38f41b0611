/** Draws that follow from a seed alone. */
export interface Random {
  /** A number from 0 up to, and without, 1. */
  next: () => number
  /** A whole number from `from` to `to`, both included. */
  between: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <Value>(values: readonly Value[]) => Value
  /** Picks a name with the probability that its weight has among all weights. */
  weighted: <Name extends string>(weights: Record<Name, number>) => Name
}

/** Makes a generator of draws (mulberry32). The same seed gives the same draws in the same order. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (values) => {
      if (values.length === 0) throw new Error('There is nothing to pick from')
      return values[between(0, values.length - 1)] as never
    },
    weighted: (weights) => {
      const entries = Object.entries(weights) as [never, number][]
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) if ((rest -= weight) < 0) return name
      return (entries.at(-1) as [never, number])[0]
    },
  }
}
