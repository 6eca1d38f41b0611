import type { Site } from '../../runtime/site.js'
import type { Operation } from '../../hal/descriptions/operation.js'
import { type DocumentSchema, reference } from '../../hal/descriptions/schema.js'
import { Prose } from '../../html/prose.js'
import { bodySchema } from '../body.js'
import { exampleOf } from '../examples.js'
import { parametersOf } from '../parameters.js'
import { FieldTable } from './field-table.js'
import { DocumentLinks, OperationSection, anchorOf } from './operation-section.js'
import { at } from './page.js'
import { type Documented, type Relation, type Use, meaningOf, pathOfRelation, shownDocument } from './relations.js'

/** Explains relations to people: their meaning, and the operations at their targets. */
export const RelationPage = ({ site, found }: { site: Documented; found: Relation[] }) => (
  <>
    {found.map((relation) => (
      <RelationSection site={site} relation={relation} />
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

/** A relation: its newest version with all fields, then what older ones do in another way. */
function RelationSection({ site, relation }: { site: Documented; relation: Relation }) {
  const { rel, uses } = relation
  const [newest, ...older] = uses
  const documents = newest ? shownDocuments(newest) : []
  return (
    <>
      <p class="quiet">Relation</p>
      <h1>
        <code>{rel}</code>
      </h1>
      <p class="lead">
        <Prose text={`${meaningOf(relation)}.`} />
      </p>
      <Contents uses={uses} documents={documents} />
      {newest && <UseSection site={site} use={newest} documents={documents} />}
      {documents.map((document, i) => (
        <>
          <h2 id={i === 0 ? 'fields' : undefined}>
            <code>{document.name}</code>
          </h2>
          <p>
            <Prose text={`${document.description}.`} />
          </p>
          <FieldTable site={site} document={document} version={(newest as Use).version} />
          <DocumentLinks site={site} document={document} />
        </>
      ))}
      {older.map((use) => (
        <UseSection site={site} use={use} documents={[]} />
      ))}
    </>
  )
}

/** The kinds of resources at the targets of a relation. */
const shownDocuments = ({ targets }: Use) =>
  targets
    .flatMap(({ operation }) => shownDocument(operation) ?? [])
    .filter((document, i, all) => all.findIndex(({ name }) => name === document.name) === i)

const Contents = ({ uses, documents }: { uses: Use[]; documents: DocumentSchema[] }) => (
  <nav aria-label="On this page">
    <ul>
      {uses.flatMap(({ targets }) =>
        targets.map(({ endpoint }) => (
          <li>
            <a href={`#${anchorOf(endpoint)}`}>{endpoint.route}</a>
          </li>
        )),
      )}
      {documents.length > 0 && (
        <li>
          <a href="#fields">Fields</a>
        </li>
      )}
    </ul>
  </nav>
)

interface UseProps {
  site: Documented
  use: Use
  /** The documents whose fields a table lists. */
  documents: DocumentSchema[]
}

function UseSection({ site, use: { version, on, targets }, documents }: UseProps) {
  const inTable = (operation: Operation) => documents.some(({ name }) => name === shownDocument(operation)?.name)
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
        <OperationSection site={site} version={version} {...each} hasTable={inTable(each.operation)} />
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
