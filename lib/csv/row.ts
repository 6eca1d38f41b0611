/**
 * Text that spreadsheets take for a formula (OWASP, "CSV Injection"): cells that begin with one of these, also after
 * blanks, which some cut off, and in the wide forms that some make narrow.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** The first character of a file that is opened with a double click: spreadsheets know UTF-8 by it alone. */
export const MARK = '\u{feff}'

/** A line of a table (RFC 4180): every cell in quotes, none of which a spreadsheet computes. */
export const csvRow = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Returns lines of `csvRow` with semicolons between their cells, for spreadsheets whose decimals have a comma. */
export const partedBySemicolons = (rows: string): string => rows.replace(/("(?:[^"]|"")*"),/g, '$1;')

const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
