import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { describedVersions } from '../../lib/app/documents/described-versions.js'
import { type Documented, documented, shownDocument } from '../../lib/openapi/pages/relations.js'
import { fieldsOf } from '../../lib/openapi/pages/resource-fields.js'
import { v2 } from '../../lib/hal/v2/version.js'
import type { DocumentSchema } from '../../lib/hal/descriptions/schema.js'
import { environment } from '../../lib/runtime/environment.js'
import { isWhole } from '../support/rooms.js'
import '../support/service.js'

/*
 * The tables of fields in pages for callers are made from the declarations, between `<!-- fields of Event -->` and
 * `<!-- end -->`. After a change of a field: `npx vitest run test/docs/fields.test.ts --update`.
 */

const MARKED = /(<!-- fields of (\w+) -->\n)[^]*?(<!-- end -->)/g

const pages = globSync('docs/api/*.md').filter((page) => MARKED.test(readFileSync(page, 'utf8')))

it.runIf(isWhole).each(pages)('the tables of fields in %s are those of the declarations', async (page) => {
  const site = documented(environment(), describedVersions(environment()))
  const made = readFileSync(page, 'utf8').replace(
    MARKED,
    (_, begin: string, name: string, end: string) => `${begin}\n${tableOf(site, name)}\n\n${end}`,
  )
  const formatted = await format(made, { ...(await resolveConfig(page)), parser: 'markdown' })
  await expect(formatted).toMatchFileSnapshot(resolve(page))
})

it('pages have the tables of events, attendances, people and campaigns', () => {
  const text = pages.map((page) => readFileSync(page, 'utf8')).join('')
  const names = [...text.matchAll(MARKED)].map(([, , name]) => name)
  expect(names.sort()).toEqual(['Attendance', 'Event', 'EventCampaign', 'Person', 'Tag'])
})

/** The fields of a resource as rows of Markdown. What is within an object is told below. */
function tableOf(site: Documented, name: string): string {
  const [newest] = site.versions
  const document = Object.values(newest?.operations ?? {})
    .flatMap((operation) => shownDocument(operation) ?? [])
    .find((each) => each.name === name) as DocumentSchema
  const fields = fieldsOf(site, document, v2).filter(({ path }) => !/[.[]/.test(path))
  const hasOlder = fields.some(({ older }) => older)
  const rows = fields.map(({ path, type, required, setBy, older, description }) => [
    `\`${path}\``,
    type,
    setBy + (required ? ', required' : ''),
    ...(hasOlder ? [older && `\`${older}\``] : []),
    meaningIn(description),
  ])
  const head = ['Field', 'Type', 'Set by', ...(hasOlder ? ['Version 1'] : []), 'Meaning']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}

/** The rule of a value stands at `/docs/{rel}` and in OpenAPI, and a refusal says it. */
const meaningIn = (description: string) => description.replace(/\. (It|Each) must .*$/s, '')

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
