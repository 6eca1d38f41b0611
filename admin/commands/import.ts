import { family } from '../command.js'
import { fromCsv } from './import/csv.js'
import { fromCalendar } from './import/ics.js'
import { fromMobilize } from './import/mobilize.js'
import { fromOsdi } from './import/osdi.js'
import { fromExport } from './import/from-export.js'

export const importCommands = family(
  'import',
  'Bring data in: an export of Turnout, or files of other services',
  'import csv people --group 6f2b8f5e-… --in people.csv --dry-run',
  [fromExport, fromCsv, fromOsdi, fromMobilize, fromCalendar],
)
