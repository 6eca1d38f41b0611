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
 * The table of endpoints in docs/api.md is made from their descriptions. After a change of one:
 * `npx vitest run test/docs/endpoints.test.ts --update`.
 */

const PAGE = 'docs/api.md'
const MARKED = /(<!-- endpoints -->\n)[^]*?(<!-- end -->)/

/** The page that has the rules of a kind of resource. */
const PAGES: Partial<Record<Operation['tag'], string>> = {
  'Entry point': '#entry-point',
  Events: 'api/events.md',
  Attendances: 'api/attendances.md',
  People: 'api/people.md',
  'Event campaigns': 'api/campaigns-tags-lists.md#event-campaigns',
  Tags: 'api/campaigns-tags-lists.md#tags',
  'Email lists': 'api/campaigns-tags-lists.md#email-lists',
  Webhooks: 'api/webhooks.md',
  Targeting: 'api/targeting.md',
  Embeds: 'api/embeds.md',
  Calendars: 'api/calendars.md',
}

it.runIf(isWhole)(
  'the table of endpoints has all of version 2, with what each does and reads of the query',
  async () => {
    const page = readFileSync(PAGE, 'utf8')
    expect(page).toMatch(MARKED)
    const made = page.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${endpointTable()}\n\n${end}`)
    const formatted = await format(made, { ...(await resolveConfig(PAGE)), parser: 'markdown' })
    await expect(formatted).toMatchFileSnapshot(resolve(PAGE))
  },
)

function endpointTable(): string {
  const described = operations(environment())
  const endpoints = allEndpoints.flatMap(({ name, route, needs }) => {
    const operation = described[name]
    const [method = '', path = ''] = route.split(' ')
    return operation && path.startsWith(v2.path)
      ? [{ operation, route, needs, method, path: path.slice(v2.path.length) }]
      : []
  })
  const rank = ({ tag }: Operation) => Object.keys(PAGES).indexOf(tag)
  const rows = endpoints
    .sort((one, other) => rank(one.operation) - rank(other.operation))
    .map(({ operation, route, needs, method, path }) => [
      `\`${method} ${path || '/'}\``,
      operation.summary,
      parametersOf(route, operation)
        .flatMap((each) => (each.in === 'query' ? [`\`${each.name}\``] : []))
        .join(', '),
      needs.length > 0 ? scopeFor(route) : '',
      operation.isBulk ? '[Bulk](api/bulk.md)' : `[${operation.tag}](${PAGES[operation.tag]})`,
    ])
  const head = ['Method and path', 'What it does', 'Query', 'Scope', 'Rules']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
