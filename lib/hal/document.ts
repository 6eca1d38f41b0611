import type { Fields } from '../fields/field.js'
import { type Vocabulary, serialize } from '../fields/vocabulary.js'
import type { Page, UncountedPage } from '../fields/page.js'
import type { NamedFields } from '../fields/read-filter.js'
import type { Site } from '../runtime/site.js'
import { collection } from './collection.js'
import { type Paths, linksTo, relation, withCuries } from './links.js'
import type { ApiVersion } from './version.js'

/*
 * Makers of serializers. Where one is called, `@__PURE__` lets esbuild leave out what an endpoint does not use.
 */

/** Serializes a resource. `More` are values that the document shows besides the item. */
export type Serializer<Item, More extends unknown[] = []> = (site: Site, item: Item, ...more: More) => Resource

/** The document of a kind of resource in a version. */
interface Shown<Item, T extends Fields> {
  vocabulary: Vocabulary<T>
  /** Paths of its links, by relation. */
  links: (item: Item) => Paths
  /** Values that replace those of the item. */
  computed?: (item: Item, site: Site) => { [Key in keyof T]?: unknown }
}

/** Returns what filters may name of a kind of resource in a version. */
export type Filters<Item> = (site: Site) => NamedFields<Item>

/** Makes the serializer of a kind of resource as collections embed it, without curies. */
export function documentOf<Item extends { id: string }, T extends Fields>(
  version: ApiVersion,
  { vocabulary, links, computed }: Shown<Item, T>,
): Serializer<Item> {
  return (site, item) => ({
    ...serialize(vocabulary, item, site, computed?.(item, site)),
    _links: linksTo(site, version, links(item)),
  })
}

/** Makes the serializer of a response that holds one resource, with curies. */
export function resourceOf<Item, More extends unknown[]>(member: Serializer<Item, More>): Serializer<Item, More> {
  return (site, item, ...more) => withCuries(site, member(site, item, ...more))
}

/**
 * Serializes a page of a collection.
 * @param query of the request, without `?`. The links `next` and `previous` keep its other parameters
 * @param parents path of the resource that the collection belongs to: `['events', id]`
 */
export type PageSerializer<Item, More extends unknown[] = []> = (
  site: Site,
  page: Page<Item> | UncountedPage<Item>,
  query: string,
  parents?: string[],
  ...more: More
) => Resource

/** Path and relations of a collection. */
export interface Pages {
  /** Path below the parents: `attendances`. */
  at: string
  /** Relation of the members. A leading `:` marks a relation of Turnout. */
  rel: string
  /** Paths of other links of the collection, by relation, below the same parents. */
  beside?: (parents: string) => Record<string, string>
}

/** Makes the serializer of pages of a collection. */
export function pagesOf<Item, More extends unknown[]>(
  version: ApiVersion,
  { at, rel, beside }: Pages,
  member: Serializer<Item, More>,
): PageSerializer<Item, More> {
  return (site, page, query, parents = [], ...more) => {
    const within = [...parents, ''].join('/')
    const links = linksTo(site, version, { self: within + at, ...beside?.(within) })
    return collection({
      site,
      page,
      self: links.self,
      rel: relation(site, rel),
      query,
      links,
      resource: (item) => member(site, item, ...more),
    })
  }
}

/** A link of a HAL document (draft-kelly-json-hal, section 5). */
export interface Link {
  href: string
  title?: string
  name?: string
  templated?: boolean
}

/** A HAL document: its links and its state. `self` is mandatory for us. */
export interface Resource {
  _links: { self: Link; [rel: string]: Link | Link[] }
  _embedded?: Record<string, Resource | Resource[]>
  [field: string]: unknown
}
