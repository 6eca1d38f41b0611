import type { Child } from 'hono/jsx'
import type { Site } from '../domain/site.js'
import layout from '../embed/layout.css' with { type: 'text' }
import theme from '../embed/theme.css' with { type: 'text' }
import { embedLink } from '../hal/embed.js'
import { renderPage } from '../html/layout.js'
import { stylesOf } from '../html/styles.js'
import style from './event-page.css' with { type: 'text' }

const styles = stylesOf(layout + theme + style)

/** A page for people who come to events, with the styles of the embed, whose form it may show. */
export const publicPage = (title: string, main: Child, head?: Child): string =>
  renderPage({ title, styles, head, children: main })

/** What a page may load and ask: its styles, the form, and a banner, which may be anywhere. */
export const publicPolicy = (site: Site): string =>
  [
    "default-src 'none'",
    `script-src ${embedLink(site, 'widget.js').href}`,
    `style-src ${styles.source}`,
    'img-src https: http: data:',
    `connect-src ${embedLink(site, 'events', '').href} ${site.publicUrl}/events/`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
