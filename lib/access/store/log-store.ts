import type { LogEntry, LogStore } from '../log-entry.js'
import { append } from '../../collections/append.js'
import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import { type Table, keyOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'

/** The log of changes that were made in the organiser's interface. */
export const logStore = (table: Table): LogStore => ({
  async append(entry) {
    await append(table, [lists.logOf(entry.owner)], ([position]) => [
      putNew(table, keyOf.logEntry(entry.id), { ...entry, ...position }),
    ])
  },

  list: (owner, request) => readPage<LogEntry>(table, lists.logOf(owner), request),
})
