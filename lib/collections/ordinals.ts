/** A range of ordinals, both ends included. */
export type OrdinalRange = [first: number, last: number]

/** Number of ordinals that share an array of bits. */
const SLICE = 1024
const WORD = 32

/**
 * The ordinals seen of one numbered list, at a bit each, so that a list of millions fits in memory. Only slices
 * that hold something exist, so a damaged ordinal or length may be as large as it likes.
 */
export class Ordinals {
  /** Number of different ordinals that were seen. */
  size = 0
  private readonly slices = new Map<number, Uint32Array>()

  /** @returns false when it was seen before */
  add(ordinal: number): boolean {
    const number = Math.floor((ordinal - 1) / SLICE)
    const bit = (ordinal - 1) % SLICE
    const slice = this.slices.get(number) ?? new Uint32Array(SLICE / WORD)
    this.slices.set(number, slice)
    if (holds(slice, bit)) return false
    const word = Math.floor(bit / WORD)
    slice[word] = (slice[word] ?? 0) | (1 << (bit % WORD))
    this.size += 1
    return true
  }

  /** Everything that was seen, in order. */
  seen(): OrdinalRange[] {
    const ranges: OrdinalRange[] = []
    for (const [number, slice] of [...this.slices].sort(([one], [other]) => one - other))
      for (let bit = 0; bit < SLICE; bit++) {
        if (!holds(slice, bit)) continue
        const ordinal = number * SLICE + bit + 1
        const last = ranges.at(-1)
        if (last?.[1] === ordinal - 1) last[1] = ordinal
        else ranges.push([ordinal, ordinal])
      }
    return ranges
  }

  /** Returns the ordinals from 1 to `length` that were not seen. */
  missing(length: number): OrdinalRange[] {
    const before = this.seen().filter(([first]) => first <= length)
    const ends = [0, ...before.map(([, last]) => last)]
    const starts = [...before.map(([first]) => first), length + 1]
    return ends
      .map((end, i): OrdinalRange => [end + 1, (starts[i] as number) - 1])
      .filter(([first, last]) => first <= last)
  }

  /** Returns the ordinals beyond `length` that were seen. */
  beyond(length: number): OrdinalRange[] {
    return this.seen()
      .filter(([, last]) => last > length)
      .map(([first, last]) => [Math.max(first, length + 1), last])
  }
}

const holds = (slice: Uint32Array, bit: number) =>
  (((slice[Math.floor(bit / WORD)] as number) >>> (bit % WORD)) & 1) === 1
