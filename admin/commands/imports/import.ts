import { family } from '../../command.js'
import { fromCsv } from './csv.js'
import { fromCalendar } from './ics.js'
import { fromMobilize } from './mobilize.js'
import { fromOsdi } from './osdi.js'
import { fromExport } from './from-export.js'

export const importCommands = family(
  'import',
  'Bring data in: an export of Turnout, or files of other services',
  'import csv people --group 6f2b8f5e-… --in people.csv --dry-run',
  [fromExport, fromCsv, fromOsdi, fromMobilize, fromCalendar],
)
