import type { Child } from 'hono/jsx'
import type { Site } from '../../runtime/site.js'
import { renderPage } from '../../html/layout.js'
import { stylesOf } from '../../html/styles.js'
import style from './style.css' with { type: 'text' }

const styles = stylesOf(style)

/** An address of this service. */
export const at = (site: Site, path: string) => site.publicUrl + path

/** A page of the documentation: it needs nothing but itself. */
export const page = (site: Site, title: string, main: Child): string =>
  renderPage({
    title,
    styles,
    header: (
      <>
        <strong>
          <a href={at(site, '/')}>Turnout</a>
        </strong>
        <nav aria-label="Documentation">
          <a href={at(site, '/docs')}>Documentation</a>
          <a href={at(site, '/explorer')}>Explorer</a>
          <a href={at(site, '/api/v2/openapi.json')}>OpenAPI</a>
        </nav>
      </>
    ),
    footer: (
      <p>
        Turnout is free software under the MIT license. Everything on these pages is made from the code that answers
        requests.
      </p>
    ),
    children: main,
  })

/**
 * The policy of a page: its own styles and nothing else, no script, no other host. Any page may show it in a frame, as
 * HAL browsers do with relations: it is public, and nothing can be done on it.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${styles.source}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')
