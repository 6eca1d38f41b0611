import { resolve } from 'node:path'
import { PROJECT } from './layer.js'

/** The script of the explorer, as its package brings it: whole, for browsers. */
export const EXPLORER_FILE = resolve(PROJECT, 'node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js')
