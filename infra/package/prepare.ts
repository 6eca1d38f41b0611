import { ensureLocationTable } from './location-table.js'

/*
 * Runs after npm has installed: it makes the table of locations, so that the first start need not. A program that needs
 * the table makes it where this was skipped.
 */
await ensureLocationTable()
