import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeMeetings, listFeatures, listMeetings } from '../support/meetings/describe-meetings.js'
import { perform, performAll } from '../support/meetings/perform.js'
import { MEETINGS } from '../support/meetings/table.js'
import { APART, BESIDE, type Beside, PAIRS, TOPICS, type Topic, aloneOf } from '../support/meetings/topics.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { post, violations } from '../support/service.js'

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

describe('what changes no outcome', () => {
  beforeAll(async () => {
    await rsvpSettings({ opt_in_text: 'Write to me', confirm_opt_in: true })
    await post('/api/v2/webhooks', { types: ['*'], url: 'https://example.org/' })
  })
  afterAll(() => rsvpSettings({ opt_in_text: null, confirm_opt_in: null }))

  const besides = (left: Beside) => BESIDE.filter((each) => each !== left)
  const met = TOPICS.flatMap((topic): [Topic, Beside][] => [
    [topic, 'hosting'],
    ...(APART.some(([one, other]) => one === topic && other === 'series')
      ? []
      : [[topic, 'series'] as [Topic, Beside]]),
  ])

  it.each(met)('%s has its own outcome at an event of %s with all the others', async (topic, of) => {
    const left = of === 'series' ? 'hosting' : 'series'
    expect(await performAll([topic], besides(left))).toEqual(MEETINGS[aloneOf(topic)])
  })

  it.each(['series', 'hosting'] as const)('an event of %s with all the others takes RSVPs', async (of) => {
    const left = of === 'series' ? 'hosting' : 'series'
    expect(await performAll([], besides(left))).toEqual(MEETINGS[aloneOf('no zone')])
  })
})

it('no meeting leaves anything that the audit finds', async () => {
  expect(await violations()).toEqual([])
})

it('the page of the documentation and its list are made from the table', async () => {
  await expect(await describeMeetings()).toMatchFileSnapshot(resolve('docs/api/meetings.md'))
  await expect(listMeetings()).toMatchFileSnapshot(resolve('docs/meetings.csv'))
  await expect(listFeatures()).toMatchFileSnapshot(resolve('docs/meetings-features.csv'))
})
