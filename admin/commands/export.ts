import { family } from '../command.js'
import { exportAll } from './table/export.js'
import { exportCsv } from './table/export-csv.js'

export const exportCommands = family(
  'export',
  'Take data out: all of it for another Turnout, or files for other services',
  'export --group 6f2b8f5e-… --out river-friends.ndjson',
  [exportAll, exportCsv],
)
