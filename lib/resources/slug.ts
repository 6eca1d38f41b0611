import { type Fault, type OsdiError, invalid } from '../runtime/errors.js'

/*
 * Readable addresses: `/e/spring-rally` of an event, `/c/spring-rally` of a campaign and `/g/river-friends` of a group.
 * Each is made from the title when the page first shows, or for a group when its settings are saved. An organizer may
 * choose another one. An address that people may know keeps leading to the page.
 */

/** The resources whose pages have readable addresses, and the path under which these are. */
export const SLUG_PATHS = { event: 'e', event_campaign: 'c', group: 'g' } as const

export type Slugged = keyof typeof SLUG_PATHS

/** A resource with a page. */
export interface WithSlug {
  id: string
  /** The last part of its readable address. */
  slug?: string
  /** Those that it had: they lead to it still. */
  former_slugs?: string[]
}

const LEAST = 3
const MOST = 60

/** Addresses that a page keeps. Each is an item, so there must be a most. */
const MOST_FORMER = 20

/** Words that would mislead, or that pages of the service may have one day. */
const RESERVED = new Set([
  'about',
  'admin',
  'all',
  'api',
  'calendar',
  'campaign',
  'campaigns',
  'contact',
  'docs',
  'edit',
  'embed',
  'event',
  'events',
  'explorer',
  'feed',
  'find',
  'frame',
  'group',
  'groups',
  'help',
  'home',
  'host',
  'image',
  'images',
  'legal',
  'list',
  'login',
  'logout',
  'manage',
  'map',
  'map-data',
  'near',
  'new',
  'next',
  'null',
  'official',
  'privacy',
  'robots',
  'robots-txt',
  'rsvp',
  'search',
  'security',
  'series',
  'settings',
  'share',
  'sign-in',
  'sign-out',
  'signin',
  'signup',
  'sitemap',
  'status',
  'support',
  'terms',
  'today',
  'tomorrow',
  'turnout',
  'undefined',
  'unsubscribe',
  'upcoming',
  'webhooks',
])

/** Letters that lose nothing but a stroke or a ligature, which Unicode does not take apart. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ə: 'e',
}

/** Text beyond this is not looked at: a title has at most 300 letters, a pasted one any number. */
const MOST_READ = 1_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/** Whether a text has the form of the last part of a readable address. */
export const isSlug = (text: string): boolean =>
  text.length >= LEAST && text.length <= MOST && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && !UUID.test(text)

/** Returns the words of a text as part of an address; empty where it has no Latin letters or digits. */
export function slugOf(text: string): string {
  const words = text
    .slice(0, MOST_READ)
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (words.length <= MOST) return words
  const cut = words.slice(0, MOST + 1)
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : words.slice(0, MOST)
}

const NAMES: Record<Slugged, string> = { event: 'event', event_campaign: 'campaign', group: 'group' }

/** The facts that tell pages of the same title apart. */
export interface Described extends WithSlug {
  title: string
  start_date?: string | undefined
  location?: { locality?: string | undefined } | undefined
}

/** Returns addresses for a page, the best first. The last one has a part of its id, which no other page has. */
export function slugsFor(kind: Slugged, { id, title, start_date, location }: Described): string[] {
  const words = slugOf(title)
  const base = isSlug(words) && !RESERVED.has(words) ? words : ''
  const named = base || NAMES[kind]
  const withMore = (more: string) => (more ? `${slugOf(named).slice(0, MOST - 1 - more.length)}-${more}` : '')
  const all = [
    base,
    withMore(slugOf(location?.locality ?? '').slice(0, MOST / 2)),
    withMore(start_date?.slice(0, 10) ?? ''),
    withMore(id.replaceAll('-', '').slice(0, 10)),
  ].map((each) => each.replace(/-+/g, '-'))
  return [...new Set(all)].filter((each) => isSlug(each) && !RESERVED.has(each))
}

/** Returns the address that an organizer has typed or pasted, as it is kept. */
export const typedSlug = (typed: string): string =>
  typed
    .trim()
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .replace(/^.*\//s, '')
    .toLowerCase()

/** Returns what is wrong with a typed address. An empty one is made from the title. */
export function slugFaults(typed: string): Fault[] {
  const slug = typedSlug(typed)
  if (!slug) return []
  if (!isSlug(slug))
    return [faultOf('malformed', `must be ${LEAST} to ${MOST} letters from a to z, digits and single hyphens`)]
  return RESERVED.has(slug) ? [faultOf('reserved', 'is a word of the service')] : []
}

/**
 * Returns a resource with another address: the one that was chosen, or one from its title where it has none.
 * @param taken addresses that other pages have, as attempts to write have met
 * @param isKnown whether people may know its address by now
 * @throws OsdiError invalid for a chosen address that is taken, and for one more than a page keeps
 */
export function withSlug<Resource extends Described>(
  kind: Slugged,
  resource: Resource,
  chosen: string,
  { taken, isKnown }: { taken: readonly string[]; isKnown: boolean },
): Resource {
  const { slug: before, former_slugs: former = [] } = resource
  const isFree = (each: string) => !taken.includes(each)
  if (chosen && !isFree(chosen)) throw refused('taken', 'Another page has this address')
  const slug = chosen || (before ?? (isKnown ? slugsFor(kind, resource).find(isFree) : undefined))
  if (slug === undefined || slug === before) return resource
  const kept = [...former, ...(before !== undefined && isKnown ? [before] : [])].filter((each) => each !== slug)
  if (kept.length > MOST_FORMER)
    throw refused('too_many', `A page keeps ${MOST_FORMER} earlier addresses; choose one of them`)
  const { former_slugs: _before, ...others } = resource
  return { ...others, slug, ...(kept.length > 0 && { former_slugs: kept }) } as Resource
}

/** Returns a resource whose title has changed with an address from the new one. Its former one still leads to it. */
export function slugFromTitle<Resource extends Described>(
  kind: Slugged,
  resource: Resource,
  taken: readonly string[],
): Resource {
  const own = [resource.slug, ...(resource.former_slugs ?? [])]
  const chosen = slugsFor(kind, resource).find((each) => own.includes(each) || !taken.includes(each))
  const hasRoom = (resource.former_slugs ?? []).length < MOST_FORMER
  if (chosen === undefined || !hasRoom) return resource
  return withSlug(kind, resource, chosen, {
    taken: taken.filter((each) => !own.includes(each)),
    isKnown: true,
  })
}

/** Returns a resource that has moved with its new day in its address, where the former day is there. */
export function slugOfDay<Resource extends Described>(
  moved: Resource,
  before: Described,
  { taken, isKnown }: { taken: readonly string[]; isKnown: boolean },
): Resource {
  const [from, to] = [before, moved].map(({ start_date }) => start_date?.slice(0, 10))
  if (!from || !to || from === to || !moved.slug?.endsWith(`-${from}`)) return moved
  const chosen = moved.slug.slice(0, -from.length) + to
  if (taken.includes(chosen) || (moved.former_slugs ?? []).length >= MOST_FORMER) return moved
  return withSlug('event', moved, chosen, { taken, isKnown })
}

/** Returns a resource without an address. No person could have known it. */
export function withoutSlug<Resource extends WithSlug>(resource: Resource): Resource {
  const { slug: _released, ...others } = resource
  return others as Resource
}

const faultOf = (error_code: string, description: string): Fault => ({
  error_code,
  description,
  properties: ['slug'],
})

const refused = (error_code: string, description: string): OsdiError => invalid([faultOf(error_code, description)])
