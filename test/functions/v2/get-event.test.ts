import { describe, expect, it } from 'vitest'
import { NOBODY, PUBLIC_URL, demo, get, givenEvent, send } from '../../support/service.js'

describe('GET /api/v2/events/{id}', () => {
  it('answers the event, also with a trailing slash', async () => {
    const { id, path } = await givenEvent({ title: 'Rally' })
    for (const address of [path, `${path}/`]) {
      const { status, body, headers } = await get(address)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        title: 'Rally',
        _links: { self: { href: `${PUBLIC_URL}/api/v2/events/${id}` } },
      })
      expect(headers).toMatchObject({
        'content-type': 'application/hal+json',
        'cache-control': 'max-age=0, private, must-revalidate',
      })
    }
  })

  it('answers HEAD with the same headers and no body', async () => {
    const { path } = await givenEvent()
    const { status, headers, text } = await send('HEAD', path)
    expect([status, headers['content-type'], text]).toEqual([200, 'application/hal+json', ''])
  })

  it("answers another owner's event byte for byte as an unknown one", async () => {
    const { path } = await givenEvent()
    const theirs = await get(path, { key: demo.other_group.key })
    const unknown = await get(`/api/v2/events/${NOBODY}`, { key: demo.other_group.key })
    expect(theirs.status).toBe(404)
    const named = ({ text, headers }: typeof theirs) => text.replaceAll(headers['x-request-id'] as string, '')
    expect(named(theirs)).toBe(named(unknown))
  })

  it.each([
    'x',
    'NULL',
    '..',
    '%00',
    '%zz',
    '-1',
    'service:' + NOBODY,
    NOBODY.toUpperCase().replace('0', 'A'),
    'a'.repeat(3000),
    '%F0%9F%8E%89',
    "' OR 1=1",
    '__proto__',
  ])('answers 404 for the odd id %j', async (id) => {
    const { status, body } = await get(`/api/v2/events/${id.replaceAll(' ', '%20')}`)
    expect(status).toBe(404)
    expect(body.error).toBe('Not found')
  })
})
