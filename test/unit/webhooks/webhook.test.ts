import { expect, it } from 'vitest'
import { SKEW_MS, type Webhook, isBeforeForce } from '../../../lib/webhooks/webhook.js'

const IN_FORCE = Date.parse('2030-01-01T12:00:00.000Z')
const webhook = { in_force_date: new Date(IN_FORCE).toISOString() } as Webhook

it('a webhook leaves out messages that were begun before it was in force, by any clock, and none after that', () => {
  expect(isBeforeForce(webhook, IN_FORCE - 1)).toBe(true)
  expect(isBeforeForce(webhook, IN_FORCE + SKEW_MS - 1)).toBe(true)
  expect(isBeforeForce(webhook, IN_FORCE + SKEW_MS)).toBe(false)
})
