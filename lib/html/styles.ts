import { createHash } from 'node:crypto'
import buttons from './design/buttons.css' with { type: 'text' }
import colors from './design/colors.css' with { type: 'text' }
import fields from './design/fields.css' with { type: 'text' }
import ground from './design/ground.css' with { type: 'text' }
import adjustments from './design/adjustments.css' with { type: 'text' }
import lists from './design/lists.css' with { type: 'text' }
import numbers from './design/numbers.css' with { type: 'text' }
import scale from './design/scale.css' with { type: 'text' }
import surfaces from './design/surfaces.css' with { type: 'text' }

/** The styles of a kind of page, within the page. */
export interface Styles {
  text: string
  /** The source by which a content security policy allows them: their hash. */
  source: string
}

/** Makes the styles of a kind of page: the tokens, the ground and `own`. A module makes them once. */
export const stylesOf = (...own: string[]): Styles => styled([colors, scale, ground, ...own].join(''))

/** Makes the styles of pages with components; `own` may change them, and adjustments win over both. */
export const componentsWith = (...own: string[]): Styles =>
  stylesOf(buttons, fields, surfaces, numbers, lists, ...own, adjustments)

/** Returns the styles that give a page and its drawings the color of its group; none for a text that is not a color. */
export const brandStyles = (color: string | undefined): Styles | undefined =>
  color !== undefined && /^#[0-9a-f]{6}$/i.test(color)
    ? styled(`:root{--brand:${color};--drawn:luminosity}`)
    : undefined

/** Returns a text of styles with its source. */
const styled = (text: string): Styles => ({
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
})
