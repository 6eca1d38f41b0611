import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { hasCode } from '../../local/user-error.js'

/** Kinds of records that an import counts. */
export type RecordKind = 'people' | 'event_campaigns' | 'events' | 'attendances' | 'tags' | 'taggings' | 'collections'

/** A line of the report: a record that is not here as it is at the source. */
export interface Deviation {
  kind: RecordKind
  /** The id at the source. */
  id: string
  /** Whether it is here with changes, was left out as asked, or could not be recorded. */
  what: 'changed' | 'left_out' | 'refused'
  /** One sentence or several. */
  why: string
  /** The fields that differ, under their names at the source. */
  fields?: string[]
  /** The event of an attendance. */
  event?: string
  /** The number of records that come with a refused one, by kind. */
  below?: Partial<Record<RecordKind, number>>
  /** The path at which the next run reads the record again; absent where only a change there can help. */
  retry?: string
}

/**
 * The deviations that stand, also of earlier runs: a repetition reads what has changed and reports what still differs.
 * They are kept in a file beside the progress, which grows by what changes and is written anew by each run.
 */
export interface Deviations {
  /** Keeps a deviation of a record, or withdraws the earlier one. */
  settle: (kind: RecordKind, id: string, deviation: Omit<Deviation, 'kind' | 'id'> | undefined) => void
  get: (kind: RecordKind, id: string) => Deviation | undefined
  all: () => Deviation[]
  of: (kind: RecordKind, what: Deviation['what']) => Deviation[]
  /** Writes what was settled since. It is called before the progress is kept. */
  save: () => Promise<void>
}

/** A deviation that is withdrawn, as the file has it. */
type Withdrawn = Pick<Deviation, 'kind' | 'id'>

const keyOf = ({ kind, id }: Withdrawn) => `${kind} ${id}`

/** Opens the deviations of an import. A last line that was cut short belongs to a record that is read again. */
export async function openDeviations(path: string): Promise<Deviations> {
  const deviations = new Map<string, Deviation>()
  for (const line of await linesOf(path)) {
    if ('what' in line) deviations.set(keyOf(line), line)
    else deviations.delete(keyOf(line))
  }
  const write = [...deviations.values()].map((deviation) => `${JSON.stringify(deviation)}\n`).join('')
  await writeFile(`${path}.new`, write, { mode: 0o600 })
  await rename(`${path}.new`, path)
  let unsaved: (Deviation | Withdrawn)[] = []
  let last: Promise<void> = Promise.resolve()
  const all = () => [...deviations.values()]
  return {
    all,
    get: (kind, id) => deviations.get(keyOf({ kind, id })),
    of: (kind, what) => all().filter((each) => each.kind === kind && each.what === what),
    settle(kind, id, deviation) {
      const before = deviations.get(keyOf({ kind, id }))
      if (!deviation && !before) return
      const line = { kind, id, ...deviation }
      if (JSON.stringify(line) === JSON.stringify(before)) return
      if (deviation) deviations.set(keyOf(line), line as Deviation)
      else deviations.delete(keyOf(line))
      unsaved.push(line)
    },
    save() {
      const lines = unsaved
      unsaved = []
      return (last = last.then(() =>
        lines.length === 0 ? undefined : appendFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
      ))
    },
  }
}

async function linesOf(path: string): Promise<(Deviation | Withdrawn)[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as Deviation | Withdrawn] : []
    } catch {
      return []
    }
  })
}
