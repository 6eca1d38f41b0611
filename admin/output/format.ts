/** Formats results for people; programs get JSON. */

type Cell = string | number | boolean | undefined

/** Formats one resource: a line for each value. */
export function formatDetails(values: Record<string, Cell>): string {
  const lines = Object.entries(values).filter(([, value]) => value !== undefined)
  return aligned(lines.map(([name, value]) => [name, plain(value)]))
}

/** Formats rows under a line of headings. @param none the sentence that stands for an empty table */
export function formatTable(rows: Record<string, Cell>[], none: string): string {
  if (!rows[0]) return none
  return aligned([Object.keys(rows[0]), ...rows.map((row) => Object.values(row).map(plain))])
}

function aligned(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Titles come from callers of the API and may hold control characters, which a terminal would obey. */
const plain = (value: Cell) => String(value ?? '').replace(/\p{C}+/gu, ' ')
