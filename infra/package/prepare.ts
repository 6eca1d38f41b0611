import { ensureLocationTable } from './location-table.js'

/*
 * What npm runs after an installation: it makes the table of locations, so that the first start need not. Whatever
 * needs the table makes it where this was skipped.
 */
await ensureLocationTable()
