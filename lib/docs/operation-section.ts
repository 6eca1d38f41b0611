import type { Site } from '../domain/site.js'
import type { Endpoint } from '../api/endpoints.js'
import type { Operation } from '../hal/operation.js'
import { object } from '../domain/fields/json-schema.js'
import { type DocumentSchema } from '../hal/schema.js'
import type { ApiVersion } from '../hal/version.js'
import { bodySchema } from '../openapi/body.js'
import { exampleOf } from '../openapi/examples.js'
import { parametersOf } from '../openapi/parameters.js'
import { fieldList } from './fields.js'
import { type Markup, markup, prose } from '../html/markup.js'
import { at } from './page.js'
import { pathOfRelation } from './relations.js'
import { curl } from './request.js'

/** What can be done at an address: the request with all that it may say, and an answer. */
export function operationSection(
  site: Site,
  version: ApiVersion,
  { name, route }: Endpoint,
  operation: Operation,
): Markup {
  const [method = '', path = ''] = route.split(' ')
  const example = exampleOf(site, name)
  return markup`<h3><code><span class="method">${method}</span> ${path}</code></h3>
<p>${prose(operation.summary)}.${operation.description ? markup` ${prose(operation.description)}` : ''}</p>
${parameters(route, operation)}
${(operation.body ?? []).map(
  (body, i, all) => markup`<details>
<summary>The body${all.length > 1 && markup`, ${i === 0 ? 'one way' : 'or another'}`}: ${body.description}</summary>
${Object.keys(body.fields).length > 0 && fieldList(bodySchema(site, body), true)}
${bodyLinks(body.links)}
</details>`,
)}
${
  example &&
  markup`<details>
<summary>A request and its answer</summary>
<pre tabindex="0"><code>${curl(site, version, method, example, 'YOUR-KEY')}</code></pre>
<pre tabindex="0"><code>${JSON.stringify(example.answer, undefined, 2)}</code></pre>
</details>`
}`
}

const parameters = (route: string, operation: Operation) => {
  const query = parametersOf(route, operation).filter((parameter) => parameter.in === 'query')
  return (
    query.length > 0 &&
    markup`<p>The query may say:</p><ul>${query.map(
      ({ name, description }) => markup`<li><code>${name}</code>: ${prose(description)}</li>`,
    )}</ul>`
  )
}

const bodyLinks = (links: NonNullable<Operation['body']>[0]['links']) =>
  links &&
  markup`<p>Under <code>_links</code>:</p><ul>${Object.entries(links).map(
    ([rel, { description, required }]) =>
      markup`<li><code>${rel}</code>${required && markup` <span class="mark">required</span>`}: ${prose(description)}</li>`,
  )}</ul>`

/** What a document holds: its fields and where it links to. A page of a collection is shown by its members. */
export const documentSection = (site: Site, { name, description, fields, links }: DocumentSchema): Markup =>
  markup`<h3>What ${/^[AEIOU]/.test(name) ? 'an' : 'a'} <code>${name}</code> holds</h3>
<p>${prose(description)}.</p>
${fieldList(object('', fields))}
<details>
<summary>Where it links to</summary>
<dl class="rows">${Object.entries(links).map(
    ([rel, link]) => markup`<dt>${rel.includes(':') ? linkTo(site, rel) : markup`<code>${rel}</code>`}</dt>
<dd>${prose(link.description)}</dd>
`,
  )}</dl>
</details>`

/** A relation, leading to its page. */
export const linkTo = (site: Site, rel: string): Markup =>
  markup`<a href="${at(site, pathOfRelation(site, rel))}"><code>${rel}</code></a>`

/** The document that an operation answers; of a collection, its members. */
export function shownDocument({ answer }: Operation): DocumentSchema | undefined {
  if ('mediaType' in answer) return undefined
  const [member] = Object.values(answer.embedded ?? {})
  return answer.isCollection && member && 'each' in member ? member.each : answer
}
