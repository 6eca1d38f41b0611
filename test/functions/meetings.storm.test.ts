import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMeetings, listFeatures, listMeetings } from '../support/meetings/describe-meetings.js'
import { perform } from '../support/meetings/perform.js'
import { MEETINGS } from '../support/meetings/table.js'
import { PAIRS } from '../support/meetings/topics.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { violations } from '../support/service.js'

/*
 * Every pair of features of an event meets, as test/support/meetings/table.ts and docs/meetings.csv say. After a change
 * of the table: `npx vitest run test/functions/meetings.storm.test.ts --update`.
 */

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

it('the page of the documentation and its list are made from the table', async () => {
  await expect(await describeMeetings()).toMatchFileSnapshot(resolve('docs/api/meetings.md'))
  await expect(listMeetings()).toMatchFileSnapshot(resolve('docs/meetings.csv'))
  await expect(listFeatures()).toMatchFileSnapshot(resolve('docs/meetings-features.csv'))
})
