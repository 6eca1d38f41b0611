/** Says what comes, does it, and says how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now()
  process.stdout.write(`${title} … `)
  const result = await work()
  console.log(`${((Date.now() - started) / 1000).toFixed(0)} s`)
  return result
}

/** @throws Error saying what was expected, with what was found */
export function expectThat(holds: boolean, expected: string, found: unknown): void {
  if (!holds)
    throw new Error(
      `Expected: ${expected}\nFound: ${typeof found === 'string' ? found : JSON.stringify(found, undefined, 2)}`,
    )
}
