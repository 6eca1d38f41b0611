import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { operations } from '../../lib/app/documents/operations.v2.js'
import type { Operation } from '../../lib/hal/descriptions/operation.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { scopeFor } from '../../lib/http/authenticate.js'
import { parametersOf } from '../../lib/openapi/parameters.js'
import { environment } from '../../lib/runtime/environment.js'
import { isWhole } from '../support/rooms.js'
import '../support/service.js'

/*
 * The tables of endpoints in docs/api.md are made from their descriptions. After a change of one:
 * `npx vitest run test/docs/endpoints.test.ts --update`.
 */

const PAGE = 'docs/api.md'
const MARKED = /(<!-- endpoints -->\n)[^]*?(<!-- end -->)/

/** The page that has the rules of a kind of resource, in the order of the tables. */
const PAGES: Partial<Record<Operation['tag'] | 'Bulk', string>> = {
  'Entry point': '#entry-point',
  Events: 'api/events.md',
  Attendances: 'api/attendances.md',
  People: 'api/people.md',
  Bulk: 'api/bulk.md',
  'Event campaigns': 'api/campaigns-tags-lists.md#event-campaigns',
  Tags: 'api/campaigns-tags-lists.md#tags',
  'Email lists': 'api/campaigns-tags-lists.md#email-lists',
  Webhooks: 'api/webhooks.md',
  Targeting: 'api/targeting.md',
  Embeds: 'api/embeds.md',
  Calendars: 'api/calendars.md',
}

it.runIf(isWhole)(
  'the tables of endpoints have all of version 2, with what each does and reads of the query',
  async () => {
    const page = readFileSync(PAGE, 'utf8')
    expect(page).toMatch(MARKED)
    const made = page.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${endpointTables()}\n\n${end}`)
    const formatted = await format(made, { ...(await resolveConfig(PAGE)), parser: 'markdown' })
    await expect(formatted).toMatchFileSnapshot(resolve(PAGE))
  },
)

/** A table for each kind of resource, below a link to its page. */
function endpointTables(): string {
  const described = operations(environment())
  const endpoints = allEndpoints.flatMap(({ name, route, needs }) => {
    const operation = described[name]
    const [method = '', path = ''] = route.split(' ')
    return operation && path.startsWith(v2.path)
      ? [{ operation, route, needs, method, path: path.slice(v2.path.length) }]
      : []
  })
  return Object.entries(PAGES)
    .map(([kind, page]) => {
      const rows = endpoints
        .filter(({ operation: { isBulk, tag } }) => (isBulk ? 'Bulk' : tag) === kind)
        .map(({ operation, route, needs, method, path }) => [
          `\`${method} ${path || '/'}\``,
          operation.summary,
          parametersOf(route, operation)
            .flatMap((each) => (each.in === 'query' ? [`\`${each.name}\``] : []))
            .join(', '),
          needs.length > 0 ? scopeFor(route) : '',
        ])
      const head = ['Method and path', 'What it does', 'Query', 'Scope']
      const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
      return `**[${kind}](${page})**\n\n${table}`
    })
    .join('\n\n')
}
