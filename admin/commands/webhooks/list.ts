import { shownWebhook } from '../../../lib/webhooks/webhook.js'
import { command } from '../../command.js'
import { formatTable } from '../../output/format.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { owner } from '../../options.js'
import { openWebhooks } from '../../webhooks.js'
import { webhooksOf, deliveriesOf } from '../../../lib/webhooks/store/webhook-store.js'

export const list = command({
  name: 'list',
  does: 'List the webhooks of a group or an account, and whether their receivers take messages',
  example: 'webhook list --group 6f2b8f5e-…',
  options: owner,
  run: async (values, context) => {
    const { of, app } = await openWebhooks(values, context)
    const all = (await webhooksOf(app.table, of)).sort((one, other) =>
      other.created_date.localeCompare(one.created_date),
    )
    const deliveries = await deliveriesOf(app.table, all)
    const listed = all.map((webhook, i) => {
      const { id, status, url, types, description, last_delivery_date, last_error } = shownWebhook(
        webhook,
        deliveries[i] ?? {},
      )
      return { id, status, types, ...omitUndefined({ url, description, last_delivery_date, last_error }) }
    })
    const rows = listed.map(({ id, status, types, url, last_delivery_date, last_error }) => ({
      id,
      status,
      types: types.join(','),
      url: url ?? '-',
      last_delivery_date: last_delivery_date ?? '-',
      last_error: last_error ?? '-',
    }))
    return { json: listed, text: formatTable(rows, 'There are no webhooks.') }
  },
})
