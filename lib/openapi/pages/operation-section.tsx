import type { Site } from '../../runtime/site.js'
import type { Endpoint } from '../../http/endpoints/endpoints.js'
import type { Operation } from '../../hal/descriptions/operation.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'
import type { ApiVersion } from '../../hal/version.js'
import { Prose } from '../../html/prose.js'
import { bodySchema } from '../body.js'
import { exampleOf } from '../examples.js'
import { parametersOf } from '../parameters.js'
import { FieldList } from './fields.js'
import { at } from './page.js'
import { type Documented, pathOfRelation } from './relations.js'
import { curl, keyFor } from './request.js'

/** An operation, and where it is served. */
interface Served {
  site: Site
  version: ApiVersion
  endpoint: Endpoint
  operation: Operation
  /** Whether a table has the fields of its bodies. */
  hasTable: boolean
}

/** The anchor of an operation on its page. */
export const anchorOf = ({ name }: Endpoint) => name.replace('/', '-')

/** Shows an operation: the request, with its fields where no table has them, and an answer. */
export function OperationSection({ site, version, endpoint, operation, hasTable }: Served) {
  const { name, route } = endpoint
  const [method = '', path = ''] = route.split(' ')
  const example = exampleOf(site, name)
  return (
    <>
      <h3 id={anchorOf(endpoint)}>
        <code>
          <span class="method">{method}</span> {path}
        </code>
      </h3>
      <p>
        <Prose text={`${operation.summary}.`} />
        {operation.description && <Prose text={` ${operation.description}`} />}
      </p>
      <QueryParameters route={route} operation={operation} />
      {(operation.body ?? []).map((body, i, { length }) => (
        <BodySection
          site={site}
          body={body}
          which={length > 1 ? (i === 0 ? ', one way' : ', or another') : ''}
          hasTable={hasTable}
        />
      ))}
      {example && (
        <details>
          <summary>A request and its answer</summary>
          <pre tabindex={0}>
            <code>{curl(site, version, method, example, keyFor(site))}</code>
          </pre>
          <pre tabindex={0}>
            <code>{JSON.stringify(example.answer, undefined, 2)}</code>
          </pre>
        </details>
      )}
    </>
  )
}

interface BodyProps {
  site: Site
  body: NonNullable<Operation['body']>[0]
  /** The number of the body, where there are several. */
  which: string
  hasTable: boolean
}

function BodySection({ site, body, which, hasTable }: BodyProps) {
  const fields = Object.keys(body.fields)
  const links = body.links && <BodyLinks links={body.links} />
  if (hasTable)
    return (
      <>
        <p>
          The body{which}: <Prose text={`${body.description}.`} /> Its fields are in the <a href="#fields">table</a>
          {fields.length < 5 && fields.length > 0 && (
            <>
              : <code>{fields.join(', ')}</code>
            </>
          )}
          .
        </p>
        {links}
      </>
    )
  return (
    <details>
      <summary>
        The body{which}: {body.description}
      </summary>
      {fields.length > 0 && <FieldList schema={bodySchema(site, body)} isBody />}
      {links}
    </details>
  )
}

function QueryParameters({ route, operation }: { route: string; operation: Operation }) {
  const query = parametersOf(route, operation).filter((parameter) => parameter.in === 'query')
  if (query.length === 0) return null
  return (
    <>
      <p>The query may say:</p>
      <ul>
        {query.map(({ name, description }) => (
          <li>
            <code>{name}</code>: <Prose text={description} />
          </li>
        ))}
      </ul>
    </>
  )
}

type Links = NonNullable<NonNullable<Operation['body']>[0]['links']>

const BodyLinks = ({ links }: { links: Links }) => (
  <>
    <p>
      Under <code>_links</code>:
    </p>
    <ul>
      {Object.entries(links).map(([rel, { description, required }]) => (
        <li>
          <code>{rel}</code>
          {required && (
            <>
              {' '}
              <span class="mark">required</span>
            </>
          )}
          : <Prose text={description} />
        </li>
      ))}
    </ul>
  </>
)

/** Shows the links of a document. */
export const DocumentLinks = ({ site, document }: { site: Documented; document: DocumentSchema }) => (
  <details>
    <summary>Where it links to</summary>
    <dl class="rows">
      {Object.entries(document.links).map(([rel, link]) => (
        <>
          <dt>{rel.includes(':') ? <LinkTo site={site} rel={rel} /> : <code>{rel}</code>}</dt>
          <dd>
            <Prose text={link.description} />
          </dd>
        </>
      ))}
    </dl>
  </details>
)

/** A relation, leading to its page. */
export const LinkTo = ({ site, rel }: { site: Documented; rel: string }) => (
  <a href={at(site, pathOfRelation(site, rel))}>
    <code>{rel}</code>
  </a>
)
