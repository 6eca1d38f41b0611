import { expect, it } from 'vitest'
import { MESSAGE_TYPES } from '../../lib/webhooks/webhook-fields.js'
import { assertMessageDescribed } from '../support/clients/described.js'
import { get, givenEvent, post, put } from '../support/service.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'

const EMAIL = { email_addresses: [{ address: 'ada@example.org' }] }

it('the OpenAPI document describes the messages of webhooks', async () => {
  const { path } = await givenWebhook()
  const event = await givenEvent()
  await put(event.path, { title: 'Bigger rally' })
  await post('/api/v2/tags', { name: 'Volunteer' })
  const { body: rsvp } = await post(`${event.path}/attendances`, { person: EMAIL, add_tags: ['Volunteer'] })
  await put(new URL(rsvp._links.self.href).pathname, { identifiers: ['example:rsvp-1'] })
  await post('/api/v2/people', { person: { ...EMAIL, given_name: 'Ada' }, remove_tags: ['Volunteer'] })
  await post('/api/v2/event_campaigns', { title: 'Heat', origin_system: 'Example' })

  const expected = MESSAGE_TYPES.filter((type) => type !== 'person.erased' && type !== 'event_campaign.changed')
  await eventually(async () => {
    const types = (await pulled(path)).map(({ type }) => type)
    expect(expected.filter((type) => !types.includes(type))).toEqual([])
  })
  for (const { type, timestamp, data } of await pulled(path)) assertMessageDescribed({ type, timestamp, data })
  const [first] = await pulled(path)
  expect(() => assertMessageDescribed({ ...first, data: { color: 'red' } })).toThrow(/color/)

  const { body } = await get('/api/v2/openapi.json')
  expect(Object.keys(body.webhooks)).toEqual([...MESSAGE_TYPES])
})
