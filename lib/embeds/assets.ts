import tokens from '../html/design/colors.css' with { type: 'text' }
import crowd from './covers/crowd.svg' with { type: 'text' }
import doors from './covers/doors.svg' with { type: 'text' }
import sunrise from './covers/sunrise.svg' with { type: 'text' }
import waves from './covers/waves.svg' with { type: 'text' }
import windows from './covers/windows.svg' with { type: 'text' }
import type { COVERS } from './covers.js'
import layout from './layout.css' with { type: 'text' }
import theme from './theme.css' with { type: 'text' }
import near from './near.browser.js' with { type: 'text' }
import share from './share.browser.js' with { type: 'text' }
import widget from './widget.browser.js' with { type: 'text' }

/** A file that pages with a snippet load. */
export interface Asset {
  type: string
  text: string
}

/** The tokens for the widget alone: the page that it is in may have others by the same names. */
const ownTokens = tokens.replaceAll(':root', '.turnout')

const covers: Record<(typeof COVERS)[number], string> = { crowd, doors, sunrise, waves, windows }

/** By the last part of their addresses. */
export const assets: ReadonlyMap<string, Asset> = /* @__PURE__ */ new Map([
  ['widget.js', { type: 'text/javascript; charset=utf-8', text: widget }],
  ['share.js', { type: 'text/javascript; charset=utf-8', text: share }],
  ['near.js', { type: 'text/javascript; charset=utf-8', text: near }],
  ['layout.css', { type: 'text/css; charset=utf-8', text: layout }],
  ['styles.css', { type: 'text/css; charset=utf-8', text: ownTokens + layout + theme }],
  ...Object.entries(covers).map(([name, text]): [string, Asset] => [
    `cover-${name}.svg`,
    { type: 'image/svg+xml', text },
  ]),
])
