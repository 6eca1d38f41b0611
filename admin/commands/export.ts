import { randomUUID } from 'node:crypto'
import { text } from '../../lib/domain/fields/values.js'
import { oldestPending } from '../../lib/dynamodb/lists/oldest-pending.js'
import { exportOwner } from '../../lib/dynamodb/transfer/export-owner.js'
import { command } from '../command.js'
import { orMissing } from '../complaints.js'
import { writeExport } from '../export-file.js'
import { inWords, owner, ownerIn, required } from '../options.js'
import { details } from '../show.js'

export const exportCommand = command({
  name: 'export',
  does: 'Write everything of a group or an account into a file, a line of JSON for each thing',
  example: 'export --group 6f2b8f5e-… --out river-friends.ndjson',
  options: { ...owner, out: required('--out <file>', 'file to write; there must be none', text) },
  run: async ({ out, ...values }, { open, settings, progress }) => {
    const of = ownerIn(values)
    const { owners, table } = await open()
    await orMissing(owners.principalOf(of), inWords(of))
    if ((await oldestPending(table)) !== undefined) throw new Error(SOMEBODY_WAITS)
    const header = {
      id: randomUUID(),
      owner: of,
      native_prefix: settings().nativePrefix,
      created_date: new Date().toISOString(),
    }
    const counts = await writeExport(out, header, exportOwner(table, of, progress()))
    const isWhole = (await oldestPending(table)) === undefined
    const summary = { file: out, ...counts, read_units: table.spent.read }
    return {
      json: { ...summary, whole: isWhole },
      text: `${details(summary)}\n\n${isWhole ? 'The file holds personal data and hashes of keys.' : CAME_MEANWHILE}`,
      violated: !isWhole,
    }
  },
})

const SOMEBODY_WAITS =
  'Somebody waits for a place in a list, and would be missing: try again in a moment, or run repair.'
const CAME_MEANWHILE =
  'A rush came meanwhile, of which the file may hold a part only: export again when it is over.'
