import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError, hasCode } from '../user-error.js'
import { makePrivateDirectory } from './private-directory.js'
import { birthMark, isRunning } from './process.js'

/** The process that uses a data directory. */
export interface Holder {
  pid: number
  birthMark: string
  /** The command, as the user typed it: `npm start`. */
  what: string
}

/** The exclusive lock of a data directory. */
export interface Lock {
  /** Releases the lock; so does the exit of this process. Repeating it has no effect. */
  release: () => void
}

/** The time for which a lock file may be empty, in milliseconds: between two system calls of its owner. */
const WRITING_MS = 500

/**
 * Makes the directory if need be and takes the lock of it, which is a file. A lock whose process is gone is
 * taken over, so kill -9 leaves nothing to clean up.
 * @param what names the holder to other processes that want the lock
 * @returns the holder when another process has the lock
 * @throws UserError when the directory cannot be used
 */
export async function takeLock(directory: string, what: string): Promise<Lock | Holder> {
  makeDirectory(directory)
  const file = lockFile(directory)
  const mine: Holder = { pid: process.pid, birthMark: birthMark(process.pid), what }
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' })
      break
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw unusable(directory, error)
    }
    const text = await readWhenWritten(file)
    const holder = parse(text)
    if (holder && isAlive(holder)) return holder
    setAside(file, text)
  }
  let held = true
  const release = () => {
    if (held) rmSync(file, { force: true })
    held = false
    process.off('exit', release)
  }
  process.on('exit', release)
  return { release }
}

export const isLock = (taken: object): taken is Lock => 'release' in taken

const lockFile = (directory: string) => join(directory, 'lock.json')

function isAlive({ pid, birthMark: expected }: Holder): boolean {
  return isRunning(pid) && birthMark(pid) === expected
}

function makeDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory)
    if (!statSync(directory).isDirectory()) throw new UserError(`DATA_DIR "${directory}" is a file, not a directory.`)
  } catch (error) {
    throw unusable(directory, error)
  }
}

function unusable(directory: string, error: unknown): unknown {
  if (hasCode(error, 'EEXIST')) return new UserError(`DATA_DIR "${directory}" is a file, not a directory.`)
  if (!(error instanceof Error) || !('code' in error)) return error
  return new UserError(`DATA_DIR "${directory}" cannot be written: ${error.message}.`)
}

/** The text of a lock file; an empty one is given the time to be written. */
async function readWhenWritten(file: string): Promise<string> {
  for (let waited = 0; waited < WRITING_MS; waited += 20) {
    const text = read(file)
    if (parse(text)) return text
    await pause(20)
  }
  return read(file)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}

/**
 * Removes an abandoned lock file. Of several processes that find it at the same time only one can rename it;
 * should it rename the fresh lock of another, it puts that back.
 */
function setAside(file: string, abandoned: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (read(aside) === abandoned) rmSync(aside)
  else renameSync(aside, file)
}
