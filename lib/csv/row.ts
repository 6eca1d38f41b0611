/**
 * Text that spreadsheets take for a formula (OWASP, "CSV Injection"): cells that begin with one of these, also after
 * blanks, which some cut off, and in the wide forms that some make narrow.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** A line of a table (RFC 4180): every cell in quotes, none of which a spreadsheet computes. */
export const csvRow = (cells: string[]): string => `${cells.map(cell).join(',')}\r\n`

const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
