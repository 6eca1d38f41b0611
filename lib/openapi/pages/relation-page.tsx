import type { Site } from '../../runtime/site.js'
import { reference } from '../../hal/descriptions/schema.js'
import { Prose } from '../../html/prose.js'
import { bodySchema } from '../body.js'
import { exampleOf } from '../examples.js'
import { parametersOf } from '../parameters.js'
import { DocumentSection, OperationSection, shownDocument } from './operation-section.js'
import { at } from './page.js'
import { type Documented, type Relation, type Use, meaningOf, pathOfRelation } from './relations.js'

/** Explains relations to people: their meaning, and the operations at their targets. */
export const RelationPage = ({ site, found }: { site: Documented; found: Relation[] }) => (
  <>
    {found.map((relation) => (
      <>
        <p class="quiet">Relation</p>
        <h1>
          <code>{relation.rel}</code>
        </h1>
        <p class="lead">
          <Prose text={`${meaningOf(relation)}.`} />
        </p>
        {relation.uses.map((use) => (
          <UseSection site={site} use={use} />
        ))}
      </>
    ))}
    <h2>For programs</h2>
    <p>The same as JSON:</p>
    <pre tabindex={0}>
      <code>
        curl -H 'Accept: application/json' {found.map(({ rel }) => at(site, pathOfRelation(site, rel))).join(' ')}
      </code>
    </pre>
  </>
)

function UseSection({ site, use: { version, on, targets } }: { site: Documented; use: Use }) {
  const documents = targets
    .flatMap(({ operation }) => shownDocument(operation) ?? [])
    .filter((document, i, all) => all.findIndex(({ name }) => name === document.name) === i)
  return (
    <>
      <h2>
        Version {version.path.slice('/api/v'.length)}
        {version.deprecated && (
          <>
            {' '}
            <span class="mark">deprecated</span>
          </>
        )}
      </h2>
      <p>Found on:</p>
      <ul>
        {on.map(({ name, description }) => (
          <li>
            <code>{name}</code>: <Prose text={description} />
          </li>
        ))}
      </ul>
      <p>
        Leads to an address where this can be done, with a key in the header <code>{version.keyHeader}</code>:
      </p>
      {targets.map((each) => (
        <OperationSection site={site} version={version} {...each} />
      ))}
      {documents.map((document) => (
        <DocumentSection site={site} document={document} />
      ))}
    </>
  )
}

/** The same for programs, as a HAL document. Schemas are those of the OpenAPI documents. */
export const relationDocument = (site: Site, found: Relation[], name: string) => ({
  relations: found.map((each) => described(site, each)),
  _links: {
    self: { href: at(site, `/docs/${name}`) },
    index: { href: at(site, '/docs') },
  },
})

const described = (site: Site, relation: Relation) => ({
  rel: relation.rel,
  description: meaningOf(relation),
  versions: relation.uses.map(({ version, on, targets }) => ({
    version: version.path,
    deprecated: version.deprecated !== undefined,
    openapi: at(site, `${version.path}/openapi.json`),
    found_on: on,
    operations: targets.map(({ endpoint, operation }) => {
      const [method, path] = endpoint.route.split(' ')
      return {
        method,
        path,
        summary: operation.summary,
        parameters: parametersOf(endpoint.route, operation),
        bodies: (operation.body ?? []).map((body) => bodySchema(site, body)),
        answer: 'mediaType' in operation.answer ? operation.answer : reference(operation.answer),
        example: exampleOf(site, endpoint.name),
      }
    }),
  })),
})
