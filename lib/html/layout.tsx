import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Styles } from './styles.js'

/** A page for people, whatever it is about. */
export interface PageProps {
  /** The text in the title bar, and in results of a search. */
  title: string
  /** The language of the texts, as a BCP 47 tag. Default: `en` */
  lang?: string
  /** The direction of the texts. Default: `ltr` */
  dir?: 'ltr' | 'rtl'
  /** Made by `stylesOf`. The page's content security policy must name `styles.source`. */
  styles: Styles
  /** Further elements of the head: previews, scripts. */
  head?: Child
  /** The content of the site's header: a name in `<strong>` and a `<nav>`. Without it there is none. */
  header?: Child
  /** The content of the site's footer. Without it there is none. */
  footer?: Child
  /** The content of `main`. */
  children: Child
}

/** The document of a page. Its icon is empty, so that no browser asks for one. */
const Layout = ({ title, lang = 'en', dir = 'ltr', styles, head, header, footer, children }: PageProps) => (
  <html lang={lang} dir={dir}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
      <style>{raw(styles.text)}</style>
      {head}
    </head>
    <body>
      {header && <header>{header}</header>}
      <main>{children}</main>
      {footer && <footer>{footer}</footer>}
    </body>
  </html>
)

/**
 * Renders a page as it is sent: `renderPage({ title, styles, children: <h1>…</h1> })`. Texts in components are escaped;
 * only `raw` of hono/html passes HTML through, for styles and for what lib/sanitize has returned.
 */
export const renderPage = (props: PageProps): string =>
  `<!doctype html>\n${(Layout(props) as HtmlEscapedString).toString()}\n`
