import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../fields/page.js'
import type { Site } from '../../runtime/site.js'
import { v1 } from '../../hal/v1/version.js'
import { v2 } from '../../hal/v2/version.js'
import { Prose } from '../../html/prose.js'
import { FirstSteps } from './first-steps.js'
import { LinkTo } from './operation-section.js'
import { at } from './page.js'
import { type Documented, meaningOf, pathOfRelation } from './relations.js'

/** The index of the documentation: the common rules, and every relation. */
export const IndexPage = ({ site }: { site: Documented }) => (
  <>
    <h1>Documentation</h1>
    <p class="lead">Three steps to an RSVP, what is the same everywhere, and what every link means.</p>
    <ul>
      <li>
        <a href={at(site, '/explorer')}>Explorer</a>: every request, to try with your key
      </li>
      <li>
        {site.versions.map(({ version }, i) => (
          <>
            {i > 0 && ', '}
            <a href={at(site, `${version.path}/openapi.json`)}>OpenAPI of version {version.path.slice(6)}</a>
          </>
        ))}
        : for generators of clients
      </li>
    </ul>
    <FirstSteps site={site} />
    <Versions site={site} />
    <h2>What is the same everywhere</h2>
    <ul>
      {RULES.map((text) => (
        <li>
          <Prose text={text} />
        </li>
      ))}
    </ul>
    <h2>Relations</h2>
    <p>
      Relations that begin with <code>osdi:</code> are of the{' '}
      <a href="https://opensupporter.github.io/osdi-docs/">Open Supporter Data Interface</a>, those with{' '}
      <code>{site.nativePrefix}:</code> are this service’s own.
    </p>
    <dl class="rows">
      {site.relations.map((relation) => (
        <>
          <dt>
            <LinkTo site={site} rel={relation.rel} />
          </dt>
          <dd>
            <Prose text={meaningOf(relation)} />
            {relation.uses.every(({ version }) => version.deprecated) && (
              <>
                {' '}
                <span class="mark">version 1 only</span>
              </>
            )}
          </dd>
        </>
      ))}
    </dl>
  </>
)

const Versions = ({ site }: { site: Site }) => (
  <>
    <h2>Versions</h2>
    <dl class="rows">
      <dt>
        <a href={at(site, v2.path)}>
          <code>{v2.path}</code>
        </a>{' '}
        <span class="mark">current</span>
      </dt>
      <dd>
        The key goes into the header <code>{v2.keyHeader}</code>. New programs use this one.
      </dd>
      <dt>
        <a href={at(site, v1.path)}>
          <code>{v1.path}</code>
        </a>{' '}
        <span class="type">deprecated</span>
      </dt>
      <dd>
        The key goes into the header <code>{v1.keyHeader}</code>. The same events under older names, for programs that
        know them.
      </dd>
    </dl>
    <p>Both begin with an entry point that needs no key and links to everything.</p>
  </>
)

const RULES = [
  'Every request but those for an entry point carries a key: in the header `OSDI-API-Token` for version 2, ' +
    '`api-key` for version 1. A bad key is answered with 403.',
  'Bodies are JSON, answers are HAL+JSON. Follow the links of answers; do not build addresses.',
  'POST is answered with 200, for a new resource too. POST with an identifier that you have sent before changes what has it, so ' +
    'repeat a POST freely when you do not know whether it came through.',
  'PUT changes what it sends and nothing else; `null` clears. The header `Osdi-Ignored` of the answer lists the ' +
    'fields of the body that were ignored.',
  `Collections come in pages, ${DEFAULT_PER_PAGE} to a page and at most ${MAX_PER_PAGE}: follow \`next\` until there ` +
    'is none. `total_records` is exact.',
  'A refusal says in `error` what is wrong, and under `osdi:error` which fields. A resource of another owner is 404. ' +
    'After 429 and 503, wait as `Retry-After` says and try again.',
  'Webhooks and taggings can be deleted; all else stays.',
]

/** The same for programs. */
export const indexDocument = (site: Documented) => ({
  relations: site.relations.map((relation) => ({
    rel: relation.rel,
    description: meaningOf(relation),
    href: at(site, pathOfRelation(site, relation.rel)),
  })),
  _links: {
    self: { href: at(site, '/docs') },
    'service-desc': site.versions.map(({ version }) => ({
      href: at(site, `${version.path}/openapi.json`),
    })),
  },
})

export const UnknownRelation = ({ site, name }: { site: Site; name: string }) => (
  <>
    <h1>No such relation</h1>
    <p class="lead">
      Nothing here links by <code>{name}</code>.
    </p>
    <p>
      <a href={at(site, '/docs')}>All relations</a>
    </p>
  </>
)
