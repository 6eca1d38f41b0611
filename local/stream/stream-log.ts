import type * as Sqlite from 'node:sqlite'

/**
 * The log of a table's stream in the SQLite file of dynoxide. The engine removes no record and has no index: each
 * write and each read of the stream scans the whole log. The stream's reader keeps it short.
 */
export interface StreamLog {
  /** Removes the records before a sequence number. @returns false when the engine was writing: try again later */
  trim: (before: string) => boolean
  /** Number of records in the log. */
  count: () => number
  close: () => void
}

/**
 * The time for which `trim` waits for a write of the engine, in milliseconds. SQLite blocks this process meanwhile, so
 * it is short.
 */
const TRIM_WAITS_MS = 20
/** The time for which opening waits for the engine, which has no requests yet. */
const OPEN_WAITS_MS = 10_000

/** The expression by which the engine finds the last record, from which it counts on, and those after a position. */
const POSITION = 'CAST(sequence_number AS INTEGER)'

/**
 * Opens the log of a table, beside the running engine, and adds the index.
 * @param file the engine's file, whose schema the engine has made
 * @param say is told when the log cannot be kept short
 * @returns undefined in that case: the file holds no such log
 */
export function openStreamLog(
  file: string,
  tableName: string,
  say: (message: string) => void = console.error,
): StreamLog | undefined {
  try {
    return open(file, tableName)
  } catch (error) {
    const reason = (error as Error).message
    say(`The log of the table's stream cannot be kept short, so every write makes the next one slower: ${reason}`)
    return undefined
  }
}

function open(file: string, tableName: string): StreamLog {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file)
  try {
    prepare(database)
  } catch (error) {
    // Its transaction would keep the engine from writing.
    database.close()
    throw error
  }

  // The engine counts on from the last record, so that one stays.
  const trimming = database.prepare(
    `DELETE FROM _stream_records WHERE table_name = ? AND ${POSITION} < CAST(? AS INTEGER)`,
  )
  const counting = database.prepare('SELECT count(*) AS records FROM _stream_records WHERE table_name = ?')
  return {
    trim(before) {
      try {
        trimming.run(tableName, before)
        return true
      } catch (error) {
        if (isBusy(error)) return false
        throw error
      }
    },
    count: () => Number(counting.get(tableName)?.['records']),
    close: () => database.close(),
  }
}

/** Loads SQLite without the warning of Node.js 22 that it is experimental, which would greet every `npm start`. */
function loadSqlite(): typeof Sqlite {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

function prepare(database: Sqlite.DatabaseSync): void {
  database.exec(`PRAGMA busy_timeout = ${OPEN_WAITS_MS}`)
  // The engine syncs what is written here with its own next write, and makes all the checkpoints, which take long.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
  database.exec(`CREATE INDEX IF NOT EXISTS turnout_stream_position ON _stream_records (table_name, ${POSITION})`)
  database.exec(`PRAGMA busy_timeout = ${TRIM_WAITS_MS}`)
}

const SQLITE_BUSY = 5

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY
