import { randomUUID } from 'node:crypto'
import { text } from '../../../lib/fields/values.js'
import { oldestPending } from '../../../lib/collections/sequencer/oldest-pending.js'
import { exportOwner } from '../../../lib/transfer/export-owner.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { writeExport } from '../../output/export-file.js'
import { describeOwner, owner, ownerIn, required } from '../../options.js'
import { formatDetails } from '../../output/format.js'

export const exportAll = command({
  name: 'all',
  isDefault: true,
  does: 'Without a further word: write all data of a group or an account to a file, one line of JSON for each record',
  example: 'export all --group 6f2b8f5e-… --out river-friends.ndjson',
  options: { ...owner, out: required('--out <file>', 'file to write; it must not exist yet', text) },
  run: async ({ out, ...values }, { open, settings, progress }) => {
    const of = ownerIn(values)
    const { owners, table } = await open()
    await orMissing(owners.principalOf(of), describeOwner(of))
    if ((await oldestPending(table)) !== undefined) throw new Error(HAS_PENDING)
    const header = {
      id: randomUUID(),
      owner: of,
      native_prefix: settings().nativePrefix,
      created_date: new Date().toISOString(),
    }
    const counts = await writeExport(out, header, exportOwner(table, of, progress()))
    const isWhole = (await oldestPending(table)) === undefined
    const summary = { file: out, ...counts, read_units: table.consumedCapacity.read }
    return {
      json: { ...summary, whole: isWhole },
      text: `${formatDetails(summary)}\n\n${isWhole ? 'The file holds personal data and hashes of keys.' : BECAME_PENDING}`,
      violated: !isWhole,
    }
  },
})

const HAS_PENDING =
  'Some members of lists are still pending and would be missing: try again in a moment, or run repair.'
const BECAME_PENDING = 'New members became pending during the export, and the file may lack some of them: export again.'
