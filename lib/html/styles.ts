import { createHash } from 'node:crypto'
import layout from './layout.css' with { type: 'text' }
import tokens from './tokens.css' with { type: 'text' }

/** The styles of a kind of page, within the page. */
export interface Styles {
  text: string
  /** The source by which a content security policy allows them: their hash. */
  source: string
}

/** Makes the styles of a kind of page: the tokens, the layout and `own`. A module makes them once. */
export function stylesOf(own: string): Styles {
  const text = tokens + layout + own
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}
