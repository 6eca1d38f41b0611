import { text } from '../../../lib/fields/values.js'
import { importRecords } from '../../../lib/transfer/import-records.js'
import { command } from '../../command.js'
import { checkExport, readExport } from '../../output/export-file.js'
import { required } from '../../options.js'
import { formatDetails } from '../../output/format.js'

/** The limit of printed refusals; the rest is counted. */
const MOST_SHOWN = 100

export const fromExport = command({
  name: 'export',
  isDefault: true,
  does: 'Without a further word: write an export to this table; existing data does not change, and a second import does nothing',
  example: 'import export --in river-friends.ndjson',
  options: { in: required('--in <file>', 'file that export wrote', text) },
  run: async ({ in: path }, { open, settings, progress }) => {
    const { header, records, faults } = await checkExport(path)
    if (!header || faults.length > 0) throw new Error(`Nothing was imported. ${faults.join(' ')}`)
    const prefix = settings().nativePrefix
    if (header.native_prefix !== prefix)
      throw new Error(
        `The file is of a service with the prefix "${header.native_prefix}", and this one has "${prefix}": see NATIVE_PREFIX.`,
      )
    const { table } = await open()
    const onProgress = progress()
    const lines = async function* () {
      let done = 0
      for await (const line of readExport(path)) {
        yield line
        onProgress(++done, records)
      }
    }
    const refusals: { line: number; refusal: string }[] = []
    let refused = 0
    const counts = await importRecords(table, header, lines(), (line, refusal) => {
      refused += 1
      if (refusals.length < MOST_SHOWN) refusals.push({ line, refusal })
    })
    const { read: read_units, write: write_units } = table.consumedCapacity
    const summary = { owner: header.owner, ...counts, refused, read_units, write_units }
    return {
      json: { ...summary, refusals },
      text: [formatDetails(summary), ...refusals.map(({ line, refusal }) => `Line ${line}: ${refusal}`)].join('\n'),
      violated: refused > 0,
    }
  },
})
