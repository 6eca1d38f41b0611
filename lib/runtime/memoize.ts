/** Makes a function that loads each key once. It remembers as long as it is kept: for one batch, for example. */
export function memoize<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? load(key)
    known.set(key, value)
    return value
  }
}
