import type { Child } from 'hono/jsx'
import type { Site } from '../domain/site.js'
import layout from '../embed/layout.css' with { type: 'text' }
import theme from '../embed/theme.css' with { type: 'text' }
import { embedLink } from '../hal/events/embed.js'
import { renderPage } from '../html/layout.js'
import { stylesOf } from '../html/styles.js'
import { type Locale, localeOf } from './locale.js'
import style from './events/event-page.css' with { type: 'text' }

/** The styles of pages for people who come to events. */
export const styles = stylesOf(layout + theme + style)

/** The same with those of one page. */
export const stylesWith = (own: string) => stylesOf(layout + theme + style + own)

interface PublicPage {
  title: string
  locale?: Locale
  head?: Child
  styles?: typeof styles
  children: Child
}

/** A page for people who come to events, with the styles of the embed, whose form it may show. */
export const publicPage = ({ locale: { lang, dir } = localeOf(), ...page }: PublicPage): string =>
  renderPage({ styles, ...page, lang, dir })

/** The pages that may have a page in a frame. */
export type Ancestors = "'none'" | '*'

/** The script and the styles of one page, in place of those of the form and of all pages. */
interface OwnParts {
  script?: string
  styles?: typeof styles
}

/** Returns the policy of a page: it loads its styles, the form, and a banner from anywhere. */
export const publicPolicy = (site: Site, ancestors: Ancestors, own: OwnParts = {}): string =>
  [
    "default-src 'none'",
    `script-src ${embedLink(site, own.script ?? 'widget.js').href}`,
    `style-src ${(own.styles ?? styles).source}`,
    'img-src https: http: data:',
    `connect-src ${embedLink(site, 'events', '').href} ${site.publicUrl}/events/`,
    "base-uri 'none'",
    `form-action ${site.publicUrl}/`,
    `frame-ancestors ${ancestors}`,
  ].join('; ')

/** Returns the policy of a page of plain forms: it loads nothing but its styles, and sends forms to the service. */
export const formPolicy = (own = styles): string =>
  [
    "default-src 'none'",
    `style-src ${own.source}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
