import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import type { LogEntry } from '../log-entry.js'
import { append } from '../../collections/append.js'
import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import { type Table, keyOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'

/** Appends an entry to the log of its owner. Appending it again changes nothing. */
export async function appendToLog(table: Table, entry: LogEntry): Promise<void> {
  await append(table, [lists.logOf(entry.owner)], ([position]) => [
    putNew(table, keyOf.logEntry(entry.id), { ...entry, ...position }),
  ])
}

/** The log of an owner, newest first. */
export const listLog = (table: Table, owner: Owner, request: PageRequest): Promise<Page<LogEntry>> =>
  readPage<LogEntry>(table, lists.logOf(owner), request)
