import { hasDecimalComma } from '../fields/conventions.js'

/*
 * Spreadsheets take text for a formula that begins with one of `=+-@` (OWASP, "CSV Injection"), also after blanks,
 * which some cut off, and in the wide forms that some make narrow. A program that splits the file at another character
 * sees cells begin within ours: behind every separator and line break, and the quotes that are doubled there. Such text
 * gets an apostrophe before its first character that computes, and so does text that begins with a tab or a line break.
 */

// The pattern finds the character that computes first and looks back for the start of the cell. The other way around,
// a run of quotes would cost the square of its length.
const FORMULA = /[=+\-@＝＋－＠](?<=(?:^|[;,|\t\r\n])[\s\p{Cf}"']*.)/gu
const ESCAPED = /'(?=[=+\-@＝＋－＠])(?<=(?:^|[;,|\t\r\n])[\s\p{Cf}"']*)/gu

const withoutFormulas = (text: string) => text.replace(FORMULA, "'$&").replace(/^'*[\t\r\n]/, "'$&")

/** Reads a cell as it was before `csvRow` wrote it. */
export const withoutEscapes = (cell: string): string => cell.replace(/^'(?='*[\t\r\n])/, '').replace(ESCAPED, '')

/** The first character of a file that is opened with a double click: spreadsheets know UTF-8 by it alone. */
export const MARK = '\u{feff}'

/** Returns a line of a table (RFC 4180), with every cell in quotes, and safe from evaluation by a spreadsheet. */
export const csvRow = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Returns lines of `csvRow` as spreadsheets of a country part cells: by semicolons where decimals have a comma. */
export const sheetRows = (rows: string, country: string | undefined): string =>
  hasDecimalComma(country) ? rows.replace(/("(?:[^"]|"")*"),/g, '$1;') : rows

/** Returns the lines of a file that spreadsheets of a country open with a double click. */
export const sheetOf = (rows: string, country: string | undefined): string => MARK + sheetRows(rows, country)

const cell = (text: string) => `"${withoutFormulas(text).replaceAll('"', '""')}"`
