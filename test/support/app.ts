import { type App, appOf } from '../../lib/table/app.js'
import type { Table } from '../../lib/table/table.js'

/** The app over a table, for tests that have no service. */
export const appOver = (table: Table): App =>
  appOf(table, { publicUrl: 'https://events.example.org', nativePrefix: 'service' })
