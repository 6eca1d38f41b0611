import type { CsvFile } from './csv-file.js'

/** The rows in which values are looked for, and the values that a column shows. */
const ROWS = 50
const VALUES = 3

/** Returns the first different values of each column, so that a person can tell what is in it. */
export async function sampleValues({ headings, rows }: CsvFile): Promise<string[][]> {
  const samples = headings.map(() => new Set<string>())
  let read = 0
  for await (const { cells } of rows()) {
    samples.forEach((sample, i) => {
      const value = cells[i]?.trim()
      if (value && sample.size < VALUES) sample.add(value)
    })
    read += 1
    if (read === ROWS) break
  }
  return samples.map((sample) => [...sample])
}
