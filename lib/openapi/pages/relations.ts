import type { Site } from '../../runtime/site.js'
import { type Endpoint, allEndpoints } from '../../http/endpoints/endpoints.js'
import type { Operation, Operations } from '../../hal/descriptions/operation.js'
import { type DocumentSchema, type LinkTo, withEmbedded } from '../../hal/descriptions/schema.js'
import type { ApiVersion } from '../../hal/version.js'

export interface DescribedVersion {
  version: ApiVersion
  operations: Operations
}

/** The subjects of the pages of the documentation. */
export interface Documented extends Site {
  /** Newest first. */
  versions: DescribedVersion[]
  /** Every relation with a prefix that any document links by. */
  relations: Relation[]
}

/** A relation as a version uses it. */
export interface Use {
  version: ApiVersion
  /** Kinds of documents that have the link, and what it is there. */
  on: { name: string; description: string; many: boolean }[]
  /** The operations at its target: first the one that the link is for, then the others of the path. */
  targets: { endpoint: Endpoint; operation: Operation }[]
}

export interface Relation {
  /** With its prefix: `osdi:events`. */
  rel: string
  uses: Use[]
}

/** Finds the relations of a site, as the descriptions say. */
export function documented(site: Site, versions: DescribedVersion[]): Documented {
  const uses = versions.flatMap(usesIn)
  const rels = [...new Set(uses.map(([rel]) => rel))].sort()
  const relations = rels.map((rel) => ({
    rel,
    uses: uses.filter(([each]) => each === rel).map(([, use]) => use),
  }))
  return { ...site, versions, relations }
}

/**
 * The relations of a name, with or without a prefix. Curies lead here without, and so one address may be that of two
 * relations: `osdi:people` and our own `people`.
 */
export const relationsNamed = ({ relations }: Documented, name: string): Relation[] =>
  relations.filter(({ rel }) => rel === name || nameOf(rel) === name)

/** The part of a relation that its curie puts into the address of its documentation. */
const nameOf = (rel: string) => rel.slice(rel.indexOf(':') + 1)

/** The address of the documentation of a relation: the one where its curie leads, if that is of no other. */
export function pathOfRelation(site: Documented, rel: string): string {
  const name = nameOf(rel)
  return `/docs/${relationsNamed(site, name).length > 1 ? rel : name}`
}

/**
 * Returns the meaning of a relation, in one sentence: from the first document that links by it to one thing, or else
 * from the members of collections.
 */
export function meaningOf({ uses }: Relation): string {
  const single = uses.flatMap(({ on }) => on).find(({ many }) => !many)
  if (single) return single.description
  const { answer } = uses[0]?.targets[0]?.operation ?? {}
  return answer?.description ?? ''
}

function usesIn(described: DescribedVersion): [string, Use][] {
  const { version, operations } = described
  const documents = Object.values(operations)
    .flatMap(({ answer }) => ('mediaType' in answer ? [] : withEmbedded(answer)))
    .filter((document, i, all) => all.findIndex(({ name }) => name === document.name) === i)
  const links = documents.flatMap(({ name, links }) =>
    Object.entries(links).map(([rel, link]) => ({ rel, on: name, link })),
  )
  const rels = [...new Set(links.map(({ rel }) => rel))].filter((rel) => rel.includes(':'))
  return rels.map((rel) => {
    const found = links.filter((each) => each.rel === rel)
    const on = found.map(({ on, link }) => ({
      name: on,
      description: link.description,
      many: link.many ?? false,
    }))
    return [
      rel,
      {
        version,
        on,
        targets: targetsOf(
          found.map(({ link }) => link),
          described,
        ),
      },
    ]
  })
}

function targetsOf(links: LinkTo[], { operations }: DescribedVersion): Use['targets'] {
  const named = links.flatMap(({ to }) => to)
  const paths = new Set(allEndpoints.filter(({ name }) => named.includes(name)).map(pathOf))
  const rank = ({ name }: Endpoint) => (named.includes(name) ? named.indexOf(name) : named.length)
  return allEndpoints
    .filter((endpoint) => paths.has(pathOf(endpoint)) && operations[endpoint.name])
    .sort((one, other) => rank(one) - rank(other))
    .map((endpoint) => ({ endpoint, operation: operations[endpoint.name] as Operation }))
}

const pathOf = ({ route }: Endpoint) => route.split(' ')[1] as string

/** The document that an operation answers; of a collection, its members. */
export function shownDocument({ answer }: Operation): DocumentSchema | undefined {
  if ('mediaType' in answer) return undefined
  const [member] = Object.values(answer.embedded ?? {})
  return answer.isCollection && member && 'each' in member ? member.each : answer
}
