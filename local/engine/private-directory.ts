import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Lets files and directories that this process and its engine make be read by this user alone. */
export const writePrivately = () => void process.umask(0o077)

/** The names of what is written into a data directory. */
const OURS = /^((lock|engine|server)\.json\b.*|access-key|outbox|images|(turnout|[0-9a-f]{40}_us-east-1)\.db(-\w+)?)$/

/**
 * Makes a directory for the data of this user alone. One that is open is closed, with what is in it. One with files of
 * others keeps its mode.
 */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const names = readdirSync(directory)
  const ours = names.filter((name) => OURS.test(name))
  if (ours.length === names.length) close(directory)
  for (const name of ours) close(join(directory, name))
}

/** Only the owner of a file may change its mode; a file may also be gone by now. */
function close(path: string): void {
  try {
    const { mode } = statSync(path)
    if (mode & 0o077) chmodSync(path, mode & 0o700)
  } catch {
    // A folder that cannot be closed is as open as before.
  }
}
