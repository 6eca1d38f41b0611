import { resolve } from 'node:path'

/** The script of the explorer, as its package brings it: whole, for browsers. */
export const EXPLORER_FILE = resolve(
  import.meta.dirname,
  '../../node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js',
)
