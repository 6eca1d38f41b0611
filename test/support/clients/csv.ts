/** Reads a file as RFC 4180 says, not as our code writes it: its rows, by the names of the first one. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  let [cell, quoted] = ['', false]
  // Files for spreadsheets begin with a byte order mark.
  for (let i = text.startsWith('\u{feff}') ? 1 : 0; i < text.length; i++) {
    const character = text[i] as string
    if (quoted && character === '"' && text[i + 1] === '"') cell += text[++i] as string
    else if (character === '"') quoted = !quoted
    else if (!quoted && (character === ',' || text.startsWith('\r\n', i))) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (character !== ',') {
        rows.push([])
        i++
      }
    } else cell += character
  }
  if (quoted || cell !== '' || rows.pop()?.length !== 0) throw new Error('The file does not end with a row')
  const [names = [], ...others] = rows
  return others.map((row) => {
    if (row.length !== names.length) throw new Error(`A row has ${row.length} cells, not ${names.length}`)
    return Object.fromEntries(names.map((name, i) => [name, row[i] as string]))
  })
}
