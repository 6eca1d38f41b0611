import { OsdiError } from '../../../lib/runtime/errors.js'
import type { LocalSettings } from '../../../lib/runtime/environment.js'
import { demo } from '../../../local/demo.js'
import { command } from '../../command.js'
import { formatDetails } from '../../output/format.js'

export const demoCommand = command({
  name: 'demo',
  does: 'Print the demo data of the local server, whether or not it runs',
  example: 'demo --json',
  options: {},
  run: async (_, { settings }) => {
    if (isDeployed(settings()))
      throw new OsdiError('forbidden', 'Demo data is for the local server; TABLE_NAME names a deployed table.')
    const text = Object.entries<Record<string, string>>({ ...demo })
      .map(([name, values]) => `${name}\n${formatDetails({ ...values }).replace(/^/gm, '  ')}`)
      .join('\n\n')
    return { json: demo, text }
  },
})

function isDeployed({ tableName, dynamodbEndpoint: endpoint = '' }: LocalSettings): boolean {
  const host = URL.canParse(endpoint) ? new URL(endpoint).hostname : ''
  return tableName !== undefined && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
}
