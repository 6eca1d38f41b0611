import { string } from '../../fields/json-schema.js'
import { type DocumentSchema, leadsTo } from '../../hal/descriptions/schema.js'

const LEVELS = {
  default_styles: 'with colors, type and spacing',
  layout_only_styles: 'with layout alone, in the type and colors of the page',
  no_styles: 'without styles',
}

/** Describes the snippets of a version for the resource of an endpoint. */
export const snippets = (what: string, endpoint: string): DocumentSchema => ({
  name: `${what}Embed`,
  description: `HTML to paste into a web page, which shows the ${what.replace(/\B[A-Z]/g, ' $&').toLowerCase()} there`,
  fields: Object.fromEntries(
    ['standard', 'full'].flatMap((view) =>
      Object.entries(LEVELS).map(([level, means]) => [
        `embed_${view}_${level}`,
        string(`${view === 'full' ? 'With the description' : 'Compact'}, ${means}`),
      ]),
    ),
  ),
  links: { self: leadsTo('These snippets', endpoint) },
})
