import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '../user-error.js'

/*
 * The embedded engines answer every web page that a browser of this machine shows: they allow all origins, and accept
 * any signature. So each is reached by something that no page can know or try out (docs/decisions/0037).
 */

/**
 * Returns an address of the loopback interface, one of 16 million, at which dynoxide listens. On Linux, all addresses
 * that begin with 127 are of this machine. No page that tries ports of `localhost` meets it.
 */
export const hiddenAddress = (): string => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`

/** The file of a data directory with the access key whose database in DynamoDB Local is the table's. */
const KEY_FILE = 'access-key'

/** The name of the file that DynamoDB Local keeps for all access keys together, as earlier releases asked it to. */
const SHARED = 'shared-local-instance.db'

/**
 * Returns the access key of a data directory, which is made at the first start. DynamoDB Local keeps a database for
 * each access key and region: requests with another key see no table.
 */
export function accessKeyOf(directory: string, region: string): string {
  const file = join(directory, KEY_FILE)
  try {
    // It takes letters and digits alone.
    writeFileSync(file, randomBytes(20).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  const key = readFileSync(file, 'utf8')
  takeOver(directory, `${key}_${region}.db`)
  return key
}

/** Gives the database of an earlier release, with its journal, the name of the access key. */
function takeOver(directory: string, name: string): void {
  if (existsSync(join(directory, name))) return
  // The journal first: a database without it lacks what a kill interrupted.
  const files = readdirSync(directory).filter((each) => each.startsWith(SHARED))
  for (const each of files.sort().reverse())
    renameSync(join(directory, each), join(directory, name + each.slice(SHARED.length)))
}
