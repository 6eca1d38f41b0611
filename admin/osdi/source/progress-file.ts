import { readFile, rename, writeFile } from 'node:fs/promises'
import { hasCode } from '../../../local/user-error.js'

/** The progress of an import. */
export interface Progress {
  /** The service, and the owner here: a file of another import is refused. */
  import: string
  /** When the import that is under way began. */
  started: string
  /** Before when everything was read by an import that was finished. */
  complete?: string
  /** Number of the oldest members of each collection that are here. */
  done: Record<string, number>
  /** Events of the service that get their capacity when their attendances are here. */
  unfinished?: Record<string, true>
  /** The ids of the dates of each series of the service, by their positions. */
  series?: Record<string, Record<string, string>>
  /** The taggings of each tag here, as they were there when it was finished. */
  tags?: Record<string, { look: string; there: number; here: number }>
}

/** The progress of an import in a file, which an interrupted or later import goes on from. */
export interface ProgressFile {
  progress: Progress
  save: () => Promise<void>
}

/** @throws Error when the file belongs to another import */
export async function openProgress(path: string, name: string, now: Date): Promise<ProgressFile> {
  const known = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Progress,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    },
  )
  if (known && known.import !== name) throw new Error(`The file ${path} is of another import: ${known.import}.`)
  const progress = known ?? { import: name, started: now.toISOString(), done: {} }
  let last: Promise<void> = Promise.resolve()
  // A process that is stopped leaves the file whole.
  const write = async () => {
    await writeFile(`${path}.new`, JSON.stringify(progress), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
  // One after the other: all write the same file.
  return { progress, save: () => (last = last.then(write)) }
}
