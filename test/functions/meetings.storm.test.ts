import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMeetings } from '../support/meetings/describe-meetings.js'
import { perform } from '../support/meetings/perform.js'
import { MEETINGS } from '../support/meetings/table.js'
import { PAIRS } from '../support/meetings/topics.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { violations } from '../support/service.js'

/* Every pair of features of an event meets, as test/support/meetings/table.ts and docs/api/meetings.md say. */

beforeAll(() => rsvpSettings({ browser_rsvps: true }))
afterAll(() => rsvpSettings({ browser_rsvps: false }))

it('the table has every pair of features', () => {
  expect(Object.keys(MEETINGS)).toEqual(PAIRS.map(([one, other]) => `${one} + ${other}`))
})

it.each(PAIRS)('%s meets %s', async (one, other) => {
  expect(await perform(one, other)).toEqual(MEETINGS[`${one} + ${other}`])
})

it('no meeting leaves anything that the audit finds', async () => {
  expect(await violations()).toEqual([])
})

it('the page of the documentation is made from the table', async () => {
  expect(await readFile('docs/api/meetings.md', 'utf8')).toBe(await describeMeetings())
})
