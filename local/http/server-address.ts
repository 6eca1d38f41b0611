import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateDirectory } from '../engine/private-directory.js'
import { birthMark, isRunning } from '../engine/process.js'

/** The content of `server.json` in a data directory about the server that runs on it. */
interface Running {
  pid: number
  birthMark: string
  /** The base of its links. */
  publicUrl: string
}

/** Notes the base of the links of this server, for commands that print links. @returns removes the note */
export function noteAddress(directory: string, publicUrl: string): () => void {
  const running: Running = { pid: process.pid, birthMark: birthMark(process.pid), publicUrl }
  const file = fileIn(directory)
  makePrivateDirectory(directory)
  // The rename prevents reads of half a file.
  writeFileSync(`${file}.new`, JSON.stringify(running))
  renameSync(`${file}.new`, file)
  return () => rmSync(file, { force: true })
}

/** Returns the base of the links of the server that runs on a data directory, if one runs. */
export function notedAddress(directory: string): string | undefined {
  try {
    const { pid, birthMark: born, publicUrl } = JSON.parse(readFileSync(fileIn(directory), 'utf8')) as Running
    return isRunning(pid) && birthMark(pid) === born ? publicUrl : undefined
  } catch {
    return undefined
  }
}

const fileIn = (directory: string) => join(directory, 'server.json')
