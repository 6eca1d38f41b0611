/*
 * Spreadsheets take text for a formula that begins with one of `=+-@` (OWASP, "CSV Injection"), also after blanks,
 * which some cut off, and in the wide forms that some make narrow. A program that splits the file at another character
 * sees cells begin within ours: behind every separator and line break, and the quotes that are doubled there. Such text
 * gets an apostrophe before its first character that computes, and so does text that begins with a tab or a line break.
 */

const FORMULA = /(?<=(?:^|[;,|\t\r\n])[\s\p{Cf}"']*)[=+\-@＝＋－＠]/gu
const ESCAPED = /(?<=(?:^|[;,|\t\r\n])[\s\p{Cf}"']*)'(?=[=+\-@＝＋－＠])/gu

const withoutFormulas = (text: string) => text.replace(FORMULA, "'$&").replace(/^'*[\t\r\n]/, "'$&")

/** Reads a cell as it was before `csvRow` wrote it. */
export const withoutEscapes = (cell: string): string => cell.replace(/^'(?='*[\t\r\n])/, '').replace(ESCAPED, '')

/** The first character of a file that is opened with a double click: spreadsheets know UTF-8 by it alone. */
export const MARK = '\u{feff}'

/** A line of a table (RFC 4180): every cell in quotes, none of which a spreadsheet computes. */
export const csvRow = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Returns lines of `csvRow` with semicolons between their cells, for spreadsheets whose decimals have a comma. */
export const partedBySemicolons = (rows: string): string => rows.replace(/("(?:[^"]|"")*"),/g, '$1;')

const cell = (text: string) => `"${withoutFormulas(text).replaceAll('"', '""')}"`
