import { countedStatuses } from '../../../lib/targeting/targeting-query.js'
import { command } from '../../command.js'
import { limit, owner, ownerIn } from '../../options.js'
import { formatTable } from '../../output/format.js'
import { wholeList } from '../../whole-list.js'
import { existing } from './existing.js'

export const list = command({
  name: 'list',
  does: 'List saved queries, newest first',
  example: 'target list --group 6f2b8f5e-…',
  options: { ...owner, limit },
  run: async ({ limit, ...values }, { open }) => {
    const { of, queries } = await existing(ownerIn(values), open)
    const stored = await wholeList((page) => queries.list(of, page), limit)
    const found = stored.map((query) => ({ ...query, status: countedStatuses(query) }))
    const rows = found.map(({ id, title, include, match, status, result }) => ({
      id,
      title,
      events: `${match} of ${include.length}`,
      status: status.join(', '),
      people: result?.total_people ?? '-',
      result_date: result?.created_date ?? '-',
    }))
    return { json: found, text: formatTable(rows, 'There are no queries.') }
  },
})
