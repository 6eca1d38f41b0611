import type { Site } from '../domain/site.js'
import { createHash } from 'node:crypto'
import { Markup, markup } from '../html/markup.js'
import { wholePage } from '../html/whole-page.js'
import style from './style.css' with { type: 'text' }

/** An address of this service. */
export const at = (site: Site, path: string) => site.publicUrl + path

/** A page of the documentation: it needs nothing but itself. */
export const page = (site: Site, title: string, main: Markup): string =>
  wholePage(
    title,
    markup`<style>${new Markup(style)}</style>`,
    markup`<header>
<strong><a href="${at(site, '/')}">Turnout</a></strong>
<nav aria-label="Documentation">
<a href="${at(site, '/docs')}">Documentation</a>
<a href="${at(site, '/explorer')}">Explorer</a>
<a href="${at(site, '/api/v2/openapi.json')}">OpenAPI</a>
</nav>
</header>
<main>
${main}
</main>
<footer>
<p>Turnout is free software under the MIT licence. Everything on these pages is made from the code that answers
requests.</p>
</footer>`,
  )

/** What a page may load: its own styles and nothing else. No script, no frame, no other host. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
