import type { Site } from '../../../runtime/site.js'
import { v1 } from '../../../hal/v1/version.js'
import { v2 } from '../../../hal/v2/version.js'
import { renderPage } from '../../../html/layout.js'
import { stylesOf } from '../../../html/styles.js'
import column from '../style.css' with { type: 'text' }
import style from './explorer.css' with { type: 'text' }
import { at } from '../page.js'

const named = [v2, v1]
const styles = stylesOf(column, style)

/** The page on which requests can be tried. @param version the last part of its path, `v2` */
export const explorerPage = (site: Site, version: string): string => {
  const { path, keyHeader } = named.find((each) => each.path.endsWith(`/${version}`)) ?? v2
  return renderPage({
    title: `Turnout: explorer of ${path}`,
    styles,
    head: <script type="module" src={at(site, '/explorer/openapi-explorer.js')}></script>,
    header: <Header site={site} path={path} />,
    children: (
      <>
        <noscript>
          The explorer is a script. <a href={at(site, '/docs')}>The documentation</a> needs none.
        </noscript>
        <openapi-explorer
          spec-url={at(site, `${path}/openapi.json`)}
          hide-server-selection="true"
          table="false"
          data-key={site.demoKey}
          data-key-header={keyHeader}
        ></openapi-explorer>
      </>
    ),
  })
}

const Header = ({ site, path }: { site: Site; path: string }) => (
  <>
    <strong>
      <a href={at(site, '/')}>Turnout</a>
    </strong>
    <nav aria-label="Versions">
      {named.map((each) => (
        <a
          href={at(site, `/explorer?version=${each.path.slice('/api/'.length)}`)}
          aria-current={each.path === path ? 'page' : undefined}
        >
          {each.path}
        </a>
      ))}
      <a href={at(site, '/docs')}>Documentation</a>
    </nav>
  </>
)

/**
 * The policy of the explorer: it loads from and asks this service alone. It writes its styles itself, so these may
 * stand inline.
 */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
