import { type Property, type Schema, listOf, maybe, object } from '../domain/fields/json-schema.js'

/** Where a link leads: to these endpoints, by their names in lib/api/endpoints.json. */
export interface LinkTo {
  description: string
  to: string[]
  /** Several links under one relation. */
  many?: true
  optional?: true
}

/** What is embedded under a relation: one document, or a list of them. */
export type Embedded = ({ one: DocumentSchema } | { each: DocumentSchema | undefined }) & { optional?: true }

/**
 * What documents of a kind hold, beside the serializer that makes them. All that is said of answers follows from
 * it: the OpenAPI description, the documentation of relations, and what the tests expect of every answer.
 */
export interface DocumentSchema {
  /** Its name among the schemas of its version: `Event`. */
  name: string
  /** One sentence. */
  description: string
  fields: Record<string, Property>
  /** By relation. `curies` needs no mention: any document may carry them. */
  links: Record<string, LinkTo>
  embedded?: Record<string, Embedded>
  /** Whether it is a page of a collection, for which `page` and `per_page` ask. */
  isCollection?: true
}

export const leadsTo = (description: string, ...to: string[]): LinkTo => ({ description, to })

/** Where the schema of a document stands in the description of its version. */
export const reference = ({ name }: Pick<DocumentSchema, 'name'>): Schema => ({
  $ref: `#/components/schemas/${name}`,
})

/** The schema of a document: closed, so that an answer with a field that is not described is a fault. */
export function schemaOf({ description, fields, links, embedded }: DocumentSchema): Schema {
  const all = { ...fields, _links: linksSchema(links) }
  return object(description, embedded ? { ...all, _embedded: embeddedSchema(embedded) } : all)
}

const linkSchema: Schema = { $ref: '#/components/schemas/Link' }

const linksSchema = (links: Record<string, LinkTo>): Schema =>
  object('Where one can go from here', {
    ...Object.fromEntries(
      Object.entries(links).map(([rel, { description, many, optional }]) => [
        rel,
        {
          ...(many ? listOf(linkSchema, description) : { ...linkSchema, description }),
          ...(optional && { optional }),
        },
      ]),
    ),
    curies: maybe(listOf(linkSchema, 'Where relations with a prefix are documented')),
  })

const embeddedSchema = (embedded: Record<string, Embedded>): Schema =>
  object(
    'What would otherwise have to be asked for',
    Object.fromEntries(
      Object.entries(embedded).map(([rel, each]) => {
        const schema = 'one' in each ? reference(each.one) : members(each.each)
        return [rel, each.optional ? maybe(schema) : schema]
      }),
    ),
  )

const members = (each: DocumentSchema | undefined): Schema =>
  each ? { type: 'array', items: reference(each) } : { type: 'array', maxItems: 0 }

/** Documents that a document embeds, at any depth, itself included. */
export const withEmbedded = (document: DocumentSchema): DocumentSchema[] => [
  document,
  ...Object.values(document.embedded ?? {})
    .map((each) => ('one' in each ? each.one : each.each))
    .flatMap((each) => (each ? withEmbedded(each) : [])),
]
