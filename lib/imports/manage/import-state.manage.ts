import { gunzipSync, gzipSync } from 'node:zlib'
import { type CsvFile, openCsv } from '../../csv/csv-file.js'
import type { Fault } from '../../runtime/errors.js'
import { type Columns, type ImportKind, KINDS, assign, recognize } from '../columns.js'
import { textsIn } from '../../manage/page/form.js'

/*
 * An import takes several requests: a look at the columns, and then so many rows in each as there is time for. The
 * service keeps nothing between them: the page brings the file and what became of its rows in hidden fields.
 */

/** The size of a file. A request of Lambda holds 6 MB, in which the file and the report stand as text. */
export const MOST_BYTES = 1_000_000

/** The most that is unpacked of a hidden field. */
const MOST_UNPACKED = 4_000_000

/** The state of an import on the page. */
export interface ImportState {
  kind: ImportKind
  /** The file, packed. */
  packed: string
  event: string
  tags: string
  system: string
  keepsOthers: boolean
  /** Whether the people of RSVPs are mailed. */
  mails: boolean
  /** Number of rows that are done, and of those that were refused. */
  done: number
  refused: number
  /** Refused rows as a CSV file. */
  report: string
  /** The number of rows that were recorded in part, and these rows as a CSV file. */
  changed: number
  changes: string
}

export const pack = (data: Uint8Array | string) => gzipSync(data).toString('base64url')

/** @throws Error for what `pack` has not made */
const unpack = (packed: string): Buffer =>
  gunzipSync(Buffer.from(packed, 'base64url'), { maxOutputLength: MOST_UNPACKED })

/** A form that can be worked on, or what is wrong with it. */
export type ReadImport =
  | { values: Record<string, string>; faults: Fault[]; state?: undefined }
  | { values: Record<string, string>; state: ImportState; file: CsvFile; columns: Columns }

/** Reads the form of an import, from its first page on. */
export async function readImport(body: Record<string, unknown>): Promise<ReadImport> {
  const values = textsIn(body)
  const kind = KINDS.find((each) => each === values['kind'])
  const bytes = await bytesIn(body, values)
  const file = bytes && bytes.length <= MOST_BYTES ? await openFile(bytes) : undefined
  if (!kind || !bytes || !file) return { values, faults: [fileFault(bytes)] }
  const fields = fieldsIn(values, file.headings.length)
  const columns = fields ? assign(kind, file.headings, fields) : recognize(kind, file.headings, new Map())
  const state: ImportState = {
    kind,
    packed: values['packed'] || pack(bytes),
    event: values['event'] ?? '',
    tags: values['tags'] ?? '',
    system: values['system']?.trim() ?? '',
    keepsOthers: values['custom_fields'] === 'on',
    mails: values['mail'] === 'on',
    done: countIn(values['done']),
    refused: countIn(values['refused']),
    report: readReport(values['report'] ?? ''),
    changed: countIn(values['changed']),
    changes: readReport(values['changes'] ?? ''),
  }
  return { values, state, file, columns }
}

async function bytesIn(body: Record<string, unknown>, values: Record<string, string>) {
  const file = body['upload']
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer())
  if (!values['packed']) return undefined
  try {
    return new Uint8Array(unpack(values['packed']))
  } catch {
    return undefined
  }
}

/** Nothing but the file decides whether it can be read. */
const openFile = (bytes: Uint8Array) => openCsv(() => [bytes]).catch(() => undefined)

const fileFault = (bytes: Uint8Array | undefined): Fault => ({
  error_code: bytes ? 'malformed' : 'required',
  description: 'The file is too large, has more than 200 columns or is no CSV file with rows',
  properties: ['upload'],
})

/** The first page does not assign columns: they are recognized. */
function fieldsIn(values: Record<string, string>, count: number): string[] | undefined {
  if (values['column-0'] === undefined) return undefined
  return Array.from({ length: count }, (_, i) => values[`column-${i}`] ?? '')
}

export const countIn = (text = '') => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

/** Returns the report that a page has brought; nothing for what no page has made. */
export function readReport(packed: string): string {
  try {
    return packed && unpack(packed).toString()
  } catch {
    return ''
  }
}
