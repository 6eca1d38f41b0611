import type { EventCampaign } from '../../campaigns/event-campaign.js'
import { pathOfEvent, pathOfGroup } from '../../events/documents/browser-url.js'
import { pathOfCampaign } from '../../campaigns/documents/campaign-path.js'
import type { Group } from '../../access/group.js'
import type { ListedEvent } from '../../near/listed-event.js'
import type { Site } from '../../runtime/site.js'
import { type Answer, published } from '../../http/answer.js'

/* Sitemaps as sitemaps.org describes them. */

/** Crawlers come seldom: an hour is soon enough for them. */
export const SITEMAP_SECONDS = 3_600

type Origin = Pick<Site, 'publicUrl'>

export const sitemapIndex = ({ publicUrl }: Origin, groups: string[]): Answer =>
  document(
    'sitemapindex',
    'sitemap',
    groups.map((id) => `${publicUrl}/groups/${id}/sitemap.xml`),
  )

/** Pages that a sitemap leads to, besides that of its group. */
export interface Listed {
  campaigns: Pick<EventCampaign, 'id' | 'slug'>[]
  events: Pick<ListedEvent, 'id' | 'slug' | 'series'>[]
}

/** Returns the pages of a group, of its campaigns, and of events and their series. */
export const groupSitemap = (
  { publicUrl }: Origin,
  group: Pick<Group, 'id' | 'slug'>,
  { campaigns, events }: Listed,
): Answer => {
  const series = new Set(events.flatMap((event) => event.series?.id ?? []))
  const paths = [
    pathOfGroup(group),
    ...campaigns.map(pathOfCampaign),
    ...[...series].map((each) => `/series/${each}`),
    ...events.map(pathOfEvent),
  ]
  return document(
    'urlset',
    'url',
    paths.map((path) => publicUrl + path),
  )
}

function document(root: string, element: string, addresses: string[]): Answer {
  const elements = addresses.map((each) => `<${element}><loc>${escaped(each)}</loc></${element}>`)
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...elements,
    `</${root}>`,
    '',
  ].join('\n')
  return published(text, 'application/xml; charset=utf-8', SITEMAP_SECONDS)
}

const escaped = (address: string) => address.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns the address of a part of the index. */
export const addressOfPart = ({ publicUrl }: Origin, part: number) =>
  `${publicUrl}/sitemap.xml${part === 1 ? '' : `?part=${part}`}`

/** Reads the part of the index that is asked for; 0, which no index has, for a text that is not a number. */
export function readPart(query: string): number {
  const text = new URLSearchParams(query).get('part') ?? '1'
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
}
