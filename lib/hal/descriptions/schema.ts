import { type ShownName, type Vocabulary, properties, shownNames } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import { relation } from '../links.js'
import type { ApiVersion } from '../version.js'
import { type Property, type Schema, listOf, maybe, object } from '../../fields/json-schema.js'

/** The endpoints that a link leads to, by their names in lib/http/endpoints/endpoints.json. */
export interface LinkTo {
  description: string
  to: string[]
  /** Several links under one relation. */
  many?: true
  optional?: true
}

/** The document, or the list of documents, that is embedded under a relation. */
export type Embedded = ({ one: DocumentSchema } | { each: DocumentSchema | undefined }) & { optional?: true }

/**
 * Describes a kind of document, in a file beside its serializer. The OpenAPI document, the documentation of relations
 * and the checks of every answer in tests follow from it.
 */
export interface DocumentSchema {
  /** Its name among the schemas of its version: `Event`. */
  name: string
  /** One sentence. */
  description: string
  fields: Record<string, Property>
  /** The names of its fields, where it is a kind of resource. */
  names?: ShownName[]
  /** By relation. Any document may have `curies`, which is not listed. */
  links: Record<string, LinkTo>
  embedded?: Record<string, Embedded>
  /** Whether it embeds only what a request asks for. */
  embedsOnRequest?: true
  /** Whether it is a page of a collection, with the parameters `page` and `per_page`. */
  isCollection?: true
}

/** The parts of a description of a kind of resource. */
export interface Described {
  version: ApiVersion
  vocabulary: Vocabulary
  site: Site
}

/** Links by relation: what each means, and the endpoints of the version that it leads to. */
export type Links = Record<string, [description: string, ...endpoints: string[]]>

/**
 * Describes links. In relations, a leading `:` stands for the prefix of the installation, and `?` at the end marks a
 * link that a document may lack.
 */
export const describeLinks = ({ version, site }: Omit<Described, 'vocabulary'>, links: Links): Record<string, LinkTo> =>
  Object.fromEntries(
    Object.entries(links).map(([rel, [description, ...endpoints]]) => {
      const link = leadsTo(
        description,
        ...endpoints.map((name) => (name.includes('/') ? name : `${version.name}/${name}`)),
      )
      return [relation(site, rel.replace(/\?$/, '')), rel.endsWith('?') ? maybe(link) : link]
    }),
  )

/** Describes a kind of document, whose fields are those of the vocabulary. */
export const describeDocument = (
  resource: Described,
  name: string,
  description: string,
  links: Links,
): DocumentSchema => ({
  name,
  description,
  fields: properties(resource.vocabulary, resource.site),
  names: shownNames(resource.vocabulary, resource.site),
  links: describeLinks(resource, links),
})

export const leadsTo = (description: string, ...to: string[]): LinkTo => ({ description, to })

/** Returns the reference to the schema of a document in the OpenAPI document of its version. */
export const reference = ({ name }: Pick<DocumentSchema, 'name'>): Schema => ({
  $ref: `#/components/schemas/${name}`,
})

/** Returns the schema of a document. Tests hold answers against a closed one: each field has a description. */
export function schemaOf({ description, fields, links, embedded, embedsOnRequest }: DocumentSchema): Schema {
  const all = Object.keys(links).length > 0 ? { ...fields, _links: linksSchema(links) } : fields
  if (!embedded) return object(description, all)
  const _embedded = embeddedSchema(embedded)
  return object(description, { ...all, _embedded: embedsOnRequest ? maybe(_embedded) : _embedded })
}

const linkSchema: Schema = { $ref: '#/components/schemas/Link' }

const linksSchema = (links: Record<string, LinkTo>): Schema =>
  object('Links to related resources', {
    ...Object.fromEntries(
      Object.entries(links).map(([rel, { description, many, optional }]) => [
        rel,
        {
          ...(many ? listOf(linkSchema, description) : { ...linkSchema, description }),
          ...(optional && { optional }),
        },
      ]),
    ),
    curies: maybe(listOf(linkSchema, 'The documentation of relations with a prefix')),
  })

const embeddedSchema = (embedded: Record<string, Embedded>): Schema =>
  object(
    'Resources that would otherwise take further requests',
    Object.fromEntries(
      Object.entries(embedded).map(([rel, each]) => {
        const schema = 'one' in each ? reference(each.one) : members(each.each)
        return [rel, each.optional ? maybe(schema) : schema]
      }),
    ),
  )

const members = (each: DocumentSchema | undefined): Schema => ({
  type: 'array',
  // Generators of code want a type also for the members that an empty array does not have.
  ...(each ? { items: reference(each) } : { items: { type: 'object' }, maxItems: 0 }),
})

/** Returns a document and the documents that it embeds, at any depth. */
export const withEmbedded = (document: DocumentSchema): DocumentSchema[] => [
  document,
  ...Object.values(document.embedded ?? {})
    .map((each) => ('one' in each ? each.one : each.each))
    .flatMap((each) => (each ? withEmbedded(each) : [])),
]
