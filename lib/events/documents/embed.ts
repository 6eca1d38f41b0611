import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Site } from '../../runtime/site.js'
import { link, withCuries } from '../../hal/links.js'
import type { Link, Resource } from '../../hal/document.js'
import type { ApiVersion } from '../../hal/version.js'

/** Resources with an embed, by their names in paths. */
export type Embeddable = 'events' | 'event_campaigns'

/** Returns an address that pages with an embed load. It belongs to no version and needs no key. */
export const embedLink = ({ publicUrl }: Site, ...segments: string[]): Link => ({
  href: [publicUrl, 'embed', ...segments].join('/'),
})

/** Returns the page of an event that is made for frames of any page. */
export const frameLink = ({ publicUrl }: Site, id: string): Link => ({
  href: `${publicUrl}/events/${id}/frame`,
})

/** The content of a snippet, and its link for a viewer without scripts. */
interface Embedded {
  id: string
  title: string
  address: string | undefined
}

/** Serializes the snippets of a resource ("Embeds"): two views, each in three levels of style. */
export const embedResource = (site: Site, version: ApiVersion, type: Embeddable, embedded: Embedded): Resource =>
  withCuries(site, {
    ...embedSnippets(site, type, embedded),
    _links: { self: link(site, version, type, embedded.id, 'embed') },
  })

/** Returns the snippets of a resource by their names. */
export function embedSnippets(site: Site, type: Embeddable, embedded: Embedded): Record<string, string> {
  const snippets = (view: View) => ({
    [`embed_${view}_default_styles`]: snippet(site, type, embedded, view, 'styles.css'),
    [`embed_${view}_layout_only_styles`]: snippet(site, type, embedded, view, 'layout.css'),
    [`embed_${view}_no_styles`]: snippet(site, type, embedded, view),
  })
  return { ...snippets('standard'), ...snippets('full') }
}

/** Compact, or with the description. */
type View = 'standard' | 'full'

/** Returns a snippet: a stylesheet or none, the widget's script, and the element that the widget fills, with a link. */
function snippet(
  site: Site,
  type: Embeddable,
  { id, title, address }: Embedded,
  view: View,
  stylesheet?: string,
): string {
  const instead = address ? (html`<a href="${address}">${title}</a>` as HtmlEscapedString) : ''
  return [
    ...(stylesheet ? [`<link rel="stylesheet" href="${embedLink(site, stylesheet).href}">`] : []),
    `<script src="${embedLink(site, 'widget.js').href}" async></script>`,
    `<div data-turnout-embed="${embedLink(site, type, id).href}" data-turnout-view="${view}">${instead}</div>`,
  ].join('\n')
}

/** Returns the snippet of a finder: its page in a frame, which may ask where the visitor is. */
export const finderSnippet = (address: string, title: string): string =>
  [
    html`<iframe src="${address}" title="${title}" loading="lazy" allow="geolocation"` as HtmlEscapedString,
    'style="width:100%;height:60rem;border:0"></iframe>',
  ].join(' ')
