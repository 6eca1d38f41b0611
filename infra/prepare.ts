import { ensurePlaces } from './places.js'

/*
 * What npm runs after an installation: it makes the table of places, so that the first start need not. Whatever
 * needs the table makes it where this was skipped.
 */
await ensurePlaces()
