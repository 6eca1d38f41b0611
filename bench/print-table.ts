export type Row = Record<string, string | number | boolean>

/** Prints rows under a heading; whether a row keeps its budget is shown by a mark. */
export function printTable(heading: string, rows: Row[]): void {
  console.log(`\n${heading}`)
  console.table(
    rows.map(({ 'over budget': over, ...row }) => ({
      ...row,
      budget: `${row['budget']}${over ? '  EXCEEDED' : ''}`,
    })),
  )
}
