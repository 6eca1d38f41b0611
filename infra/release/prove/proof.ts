/** A thing that was tried, and its result. */
export interface Proof {
  title: string
  /** The result, with figures. */
  seen: string
  isFault: boolean
}

/** Tries something, and says how long it took. What it throws is a fault, and not the end of the others. */
export async function proving(title: string, work: () => Promise<string>): Promise<Proof> {
  const began = performance.now()
  try {
    const seen = await work()
    return { title, seen: `${seen} (${((performance.now() - began) / 1_000).toFixed(1)} s)`, isFault: false }
  } catch (error) {
    return { title, seen: (error as Error).message, isFault: true }
  }
}
