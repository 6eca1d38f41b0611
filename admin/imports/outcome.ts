import { readFile, writeFile } from 'node:fs/promises'
import { hasCode } from '../../local/user-error.js'
import { formatTable } from '../output/format.js'
import type { Deviation, RecordKind } from './deviations.js'

/** The records of a kind: what this run has read, and what of all runs stands. */
export interface KindOutcome {
  there?: number | undefined
  here?: number | undefined
  read: number
  new: number
  changed: number
  unchanged: number
  left_out: number
  refused: number
}

/** Returns the number of records with a deviation, those that come with a refused one included. */
export function numberOf(deviations: Deviation[], kind: RecordKind, what: Deviation['what']): number {
  const own = deviations.filter((deviation) => deviation.kind === kind && deviation.what === what).length
  const below = deviations.map((deviation) => (deviation.what === what ? (deviation.below?.[kind] ?? 0) : 0))
  return below.reduce((sum, each) => sum + each, own)
}

/** Returns the table that ends a run. */
export const tableOf = (kinds: Partial<Record<RecordKind, KindOutcome>>): string =>
  formatTable(
    Object.entries(kinds).map(([kind, { there, here, left_out, ...counts }]) => ({
      kind,
      ...(there !== undefined && { there, here }),
      ...counts,
      'left out': left_out,
    })),
    'Nothing',
  )

/** Writes the report: a line of JSON for each deviation. A report of an earlier run is replaced. */
export async function writeReport(path: string, deviations: object[]): Promise<void> {
  await writeFile(path, deviations.map((deviation) => `${JSON.stringify(deviation)}\n`).join(''), {
    mode: 0o600,
  })
}

/** The limit of printed refusals; the report has all. */
const MOST_SHOWN = 20

/** Describes the refused and the left out records, for people. */
export function describeDeviations(deviations: Deviation[], report: string | undefined): string[] {
  const listed = deviations.filter(({ what }) => what !== 'changed')
  const lines = listed
    .slice(0, MOST_SHOWN)
    .map(({ kind, id, what, why }) => `${what === 'refused' ? 'Refused' : 'Left out'}: ${kind} ${id}: ${why}`)
  const more = listed.length - lines.length
  const changed = deviations.length - listed.length
  return [
    ...lines,
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...(changed > 0 ? [`${changed} records are here with changes.`] : []),
    ...(deviations.length > 0 && report === undefined ? ['Name a file with --report to have a line of each.'] : []),
  ]
}

/**
 * Checks before anything is imported that a report can be written. A report of an earlier run is replaced; no other
 * file is.
 * @throws Error otherwise
 */
export async function requireWritable(path: string | undefined): Promise<void> {
  if (path === undefined) return
  const before = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  })
  if (before !== '' && !/^\{"(kind|line)":/.test(before))
    throw new Error(`The file ${path} exists, is no report, and is not overwritten.`)
  await writeFile(path, before, { mode: 0o600 })
}
