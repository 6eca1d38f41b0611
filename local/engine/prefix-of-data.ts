import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../user-error.js'

/*
 * Programs know resources by identifiers with the prefix of the installation. Another prefix over the same data would
 * change all of them without a word, so that the data keeps the one that it began with.
 */

const fileIn = (directory: string) => join(directory, 'prefix')

/** @throws UserError when the data has another prefix */
export function requirePrefix(directory: string, prefix: string): void {
  const kept = notedPrefix(directory)
  if (kept === undefined || kept === prefix) return
  throw new UserError(
    `The identifiers in ${directory} begin with "${kept}:", and NATIVE_PREFIX is "${prefix}": programs would find ` +
      `nothing by them any more. Start with NATIVE_PREFIX=${kept}, or with another DATA_DIR.`,
  )
}

/** Notes the prefix of the data of a directory, which exists. */
export function notePrefix(directory: string, prefix: string): void {
  writeFileSync(fileIn(directory), prefix)
}

function notedPrefix(directory: string): string | undefined {
  try {
    return readFileSync(fileIn(directory), 'utf8') || undefined
  } catch {
    return undefined
  }
}
