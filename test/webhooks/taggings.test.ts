import { expect, it } from 'vitest'
import { post } from '../support/service.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'

const EMAIL = { email_addresses: [{ address: 'ada@example.org' }] }

it('a webhook tells of each time that a tagging came and went, and in which order, however quickly', async () => {
  const { path } = await givenWebhook({ types: ['tagging.created', 'tagging.deleted'] })
  const { name } = (await post('/api/v2/tags', { name: 'Volunteer' })).body
  const times = 5
  for (let i = 0; i < times; i++) {
    await post('/api/v2/people', { person: EMAIL, add_tags: [name] })
    await post('/api/v2/people', { person: EMAIL, add_tags: [name] })
    await post('/api/v2/people', { person: EMAIL, remove_tags: [name] })
    await post('/api/v2/people', { person: EMAIL, remove_tags: [name] })
  }
  await eventually(async () => expect(await pulled(path)).toHaveLength(2 * times))
  const messages = (await pulled(path)).sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
  expect(new Set(messages.map(({ timestamp }) => timestamp)).size).toBe(2 * times)
  expect(messages.map(({ type }) => type)).toEqual(
    Array.from({ length: times }, () => ['tagging.created', 'tagging.deleted']).flat(),
  )
  expect(new Set(messages.map(({ data }) => data._links.self.href)).size).toBe(1)
})

it('a webhook tells which of two requests at the same moment was the last', async () => {
  const { path } = await givenWebhook({ types: ['tagging.created', 'tagging.deleted'] })
  const tag = (await post('/api/v2/tags', { name: 'Contested' })).body
  const add = () => post('/api/v2/people', { person: EMAIL, add_tags: [tag.name] })
  const remove = () => post('/api/v2/people', { person: EMAIL, remove_tags: [tag.name] })
  for (let i = 0; i < 12; i++) await Promise.all([add(), remove(), add(), remove()])
  await add()
  await eventually(async () => {
    const messages = await pulled(path)
    const last = messages.reduce((a, b) => (a.timestamp > b.timestamp ? a : b))
    expect(last.type).toBe('tagging.created')
    // Each that came went, but for the last.
    expect(messages.length % 2).toBe(1)
    expect(new Set(messages.map(({ timestamp }) => timestamp)).size).toBe(messages.length)
  })
})
