import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import type { LocalSettings } from '../../lib/runtime/environment.js'
import { text } from '../../lib/fields/values.js'
import { UsageError } from '../errors.js'
import { type Values, optional } from '../options.js'

/** Ways to give the key of a service. On the command line, other users of the machine can read it while it runs. */
export const sourceKey = {
  key: optional('--key <key>', 'API key at the service; other users of this machine can see it', text),
  key_file: optional(
    '--key-file <file>',
    'file with the API key, or - for the standard input; without both, it is IMPORT_KEY of the environment',
    text,
  ),
}

/** Returns the key of a service. @throws UsageError when two are given */
export async function keyIn(
  { key, key_file }: Values<typeof sourceKey>,
  { importKey }: LocalSettings,
): Promise<string | undefined> {
  if (key !== undefined && key_file !== undefined) throw new UsageError('Give either --key or --key-file, not both.')
  if (key_file === undefined) return key ?? importKey
  const content = key_file === '-' ? await textOf(process.stdin) : await readFile(key_file, 'utf8')
  const read = content.trim()
  if (read === '') throw new UsageError(`There is no key in ${key_file}.`)
  return read
}
