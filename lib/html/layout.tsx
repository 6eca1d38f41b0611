import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type Icons, spriteOf } from './icons.js'
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
  /** Further styles, of one group. The policy must name their source, too. */
  ownStyles?: Styles | undefined
  /** The icons that the page may use. */
  icons?: Icons
  /** The class of the body: the kind of the page. */
  kind?: string
  /** The text of the first link, which leads past the header. Without it there is no link. */
  skip?: string
  /** Further elements of the head: previews, scripts. */
  head?: Child
  /** The content of the site's header. Without it there is none. */
  header?: Child
  /** The content of the site's footer. Without it there is none. */
  footer?: Child
  /** The content of `main`. */
  children: Child
}

/** The document of a page. Its icon is empty, so that no browser asks for one. */
const Layout = ({ title, lang = 'en', dir = 'ltr', ...props }: PageProps) => (
  <html lang={lang} dir={dir}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, viewport-fit=cover" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
      <style>{raw(props.styles.text)}</style>
      {props.ownStyles && <style>{raw(props.ownStyles.text)}</style>}
      {props.head}
    </head>
    <body class={props.kind}>
      {props.skip && (
        <a class="skip" href="#main">
          {props.skip}
        </a>
      )}
      {props.header && <header>{props.header}</header>}
      <main id="main">{props.children}</main>
      {props.footer && <footer>{props.footer}</footer>}
    </body>
  </html>
)

/**
 * Renders a page as it is sent: `renderPage({ title, styles, children: <h1>…</h1> })`. Texts in components are escaped;
 * only `raw` of hono/html passes HTML through, for styles and for what lib/markup has returned.
 */
export function renderPage(props: PageProps): string {
  const html = (Layout(props) as HtmlEscapedString).toString()
  const sprite = props.icons ? spriteOf(html, props.icons) : ''
  return `<!doctype html>\n${html.replace('</body>', () => `${sprite}</body>`)}\n`
}
