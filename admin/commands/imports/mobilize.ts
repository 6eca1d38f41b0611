import { check, pipe, string } from 'valibot'
import { text } from '../../../lib/fields/values.js'
import { keyIn, sourceKey } from '../../imports/source-key.js'
import { MOBILIZE, openMobilize } from '../../mobilize/mobilize-source.js'
import { PER_SECOND, importFrom, importOptions } from '../../osdi/import-from.js'
import { isSafe } from '../../osdi/source/source.js'
import { command } from '../../command.js'
import { optional, owner, required } from '../../options.js'

const BASE = 'https://api.mobilize.us/v1'

const base = pipe(
  string(),
  check(
    (value) => URL.canParse(value) && isSafe(new URL(value)),
    `must be the address of the API, with https unless it is on this machine: ${BASE}`,
  ),
)

export const fromMobilize = command({
  name: MOBILIZE,
  does: 'Take over an organization of Mobilize: its events, and with a key its people and their RSVPs; repeat it to go on, or to catch up',
  example: 'import mobilize --organization 1396 --group 6f2b8f5e-… --key-file key.txt --report report.ndjson',
  options: {
    organization: required('--organization <id>', 'id of the organization at Mobilize', text),
    ...sourceKey,
    ...owner,
    from: optional('--from <base url>', `base address of its API; ${BASE} without it`, base),
    ...importOptions,
  },
  run: async (values, context) => {
    const from = values.from ?? BASE
    const { organization } = values
    const key = await keyIn(values, context.settings())
    const source = openMobilize({ base: from, organization, key, perSecond: values.rate ?? PER_SECOND })
    const entry = (await source.get('')) ?? {}
    return importFrom(
      {
        source,
        entry,
        prefix: MOBILIZE,
        system: MOBILIZE,
        hasPages: true,
        series: () => source.series(),
        from: `${new URL(from).host} ${organization}`,
      },
      { ...values, keepsInvited: false, lists: false },
      context,
    )
  },
})
