import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MARK } from '../../../lib/csv/row.js'
import { text } from '../../../lib/fields/values.js'
import { hasCode } from '../../../local/user-error.js'
import { command } from '../../command.js'
import { orMissing } from '../../errors.js'
import { describeOwner, owner, ownerIn, required } from '../../options.js'
import { formatDetails } from '../../output/format.js'
import { filesOf } from '../../output/files-of-owner.js'

export const exportCsv = command({
  name: 'csv',
  does: 'Write the people, events and RSVPs of a group or an account to CSV files, for spreadsheets and the uploads of other services',
  example: 'export csv --group 6f2b8f5e-… --out river-friends',
  options: { ...owner, out: required('--out <folder>', 'folder to make; it must not exist yet', text) },
  run: async ({ out, ...values }, { open }) => {
    const of = ownerIn(values)
    const stores = await open()
    await orMissing(stores.owners.principalOf(of), describeOwner(of))
    await mkdir(out, { mode: 0o700 }).catch((error: unknown) => {
      throw hasCode(error, 'EEXIST') ? new Error(`The folder ${out} exists already.`) : error
    })
    const summary: Record<string, number> = {}
    for (const [name, rows] of Object.entries(await filesOf(stores, of))) {
      const lines = async function* () {
        yield MARK
        for await (const row of rows) {
          // The headings are no row.
          summary[name] = (summary[name] ?? -1) + 1
          yield row
        }
      }
      const file = createWriteStream(join(out, `${name}.csv`), { flags: 'wx', mode: 0o600 })
      await pipeline(Readable.from(lines()), file)
    }
    return {
      json: { folder: out, ...summary },
      text: `${formatDetails({ folder: out, ...summary })}\n\nThe files hold personal data.`,
    }
  },
})
