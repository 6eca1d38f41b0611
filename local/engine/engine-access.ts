import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '../user-error.js'

/*
 * The embedded engines answer every web page that a browser of this machine shows: they allow all origins, and accept
 * any signature. So each is reached by something that no page can know or try out (docs/decisions/0004).
 */

/**
 * Returns an address of the loopback interface, one of 16 million, at which dynoxide listens. On Linux, all addresses
 * that begin with 127 are of this machine. No page that tries ports of `localhost` meets it.
 */
export const hiddenAddress = (): string => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`

/** The file of a data directory with the access key whose database in DynamoDB Local is the table's. */
const KEY_FILE = 'access-key'

/**
 * Returns the access key of a data directory, which is made at the first start. DynamoDB Local keeps a database for
 * each access key and region: requests with another key see no table.
 */
export function accessKeyOf(directory: string): string {
  const file = join(directory, KEY_FILE)
  try {
    // It takes letters and digits alone.
    writeFileSync(file, randomBytes(20).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8')
}
