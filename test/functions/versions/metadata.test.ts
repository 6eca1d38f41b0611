import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, anEvent, demo, get, idOf, post, put } from '../../support/service.js'

const names = async (key?: string) => {
  const { body } = await get('/api/v2/metadata/custom_fields', { key })
  return body['service:custom_fields'].map(({ name }: { name: string }) => name)
}

const signUp = (name: string, custom_fields: object) =>
  post('/api/v2/people', { person: { email_addresses: [{ address: `${name}@example.org` }], custom_fields } })

describe('metadata', () => {
  it('leads from the entry point to custom fields', async () => {
    const { body: entry } = await get('/api/v2')
    expect(entry._links['service:metadata'].href).toBe(`${PUBLIC_URL}/api/v2/metadata`)
    const { body } = await get('/api/v2/metadata')
    expect(body).toMatchObject({
      name: 'Turnout',
      _links: { 'service:custom_fields': { href: `${PUBLIC_URL}/api/v2/metadata/custom_fields` } },
    })
  })

  it('needs a key for the names of custom fields', async () => {
    expect((await get('/api/v2/metadata', { key: null })).status).toBe(200)
    expect((await get('/api/v2/metadata/custom_fields', { key: null })).status).toBe(403)
  })
})

describe('custom fields', () => {
  it('are none before a person has one', async () => {
    const { body } = await get('/api/v2/metadata/custom_fields', { key: demo.individual.key })
    expect(body).toMatchObject({ name: 'Custom fields', 'service:custom_fields': [] })
  })

  it('are those of sign-ups, changes and RSVPs, each once', async () => {
    const person = idOf(await signUp('ana', { employer: 'A', ward: '7' }))
    await signUp('bea', { employer: 'B' })
    await put(`/api/v2/people/${person}`, { custom_fields: { shirt: 'M', employer: null } })
    const event = idOf(await post('/api/v2/events', anEvent()))
    await post(`/api/v2/events/${event}/attendances`, {
      person: { email_addresses: [{ address: 'cleo@example.org' }], custom_fields: { diet: 'none' } },
    })
    expect(await names()).toEqual(['diet', 'employer', 'shirt', 'ward'])
    const { body } = await get('/api/v2/metadata/custom_fields')
    const [{ created_date, modified_date }] = body['service:custom_fields']
    expect(modified_date).toBe(created_date)
  })

  it('are not those of another owner', async () => {
    await signUp('dora', { secret: '1' })
    expect(await names(demo.other_group.key)).toEqual([])
  })
})
