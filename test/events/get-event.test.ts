import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, demo, get, send } from '../support/service.js'
import { eventsIn, vocabularies } from '../support/given/vocabularies.js'

describe.each(vocabularies)('GET $api/events/{id}', (vocabulary) => {
  const { events, given } = eventsIn(vocabulary)

  it('answers the event, also with a trailing slash', async () => {
    const { id, path } = await given({ title: 'Rally' })
    for (const address of [path, `${path}/`]) {
      const { status, body, headers } = await get(address)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        [vocabulary.title]: 'Rally',
        _links: { self: { href: `${PUBLIC_URL}${events}/${id}` } },
      })
      expect(headers).toMatchObject({
        'content-type': 'application/hal+json',
        'cache-control': 'max-age=0, private, must-revalidate',
      })
    }
  })

  it('answers what the POST answered', async () => {
    const { document, path } = await given()
    expect((await get(path)).body).toEqual(document)
  })

  it('answers HEAD with the same headers and no body', async () => {
    const { path } = await given()
    const { status, headers, text } = await send('HEAD', path)
    expect([status, headers['content-type'], text]).toEqual([200, 'application/hal+json', ''])
  })

  it('answers DELETE with 405 and keeps the event', async () => {
    const { path } = await given()
    const { status, headers } = await send('DELETE', path)
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, PUT, OPTIONS'])
    expect((await get(path)).status).toBe(200)
  })

  it("answers another owner's event byte for byte as an unknown one", async () => {
    const { path } = await given()
    const theirs = await get(path, { key: demo.other_group.key })
    const unknown = await get(`${events}/${UNKNOWN_ID}`, { key: demo.other_group.key })
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
    'service:' + UNKNOWN_ID,
    UNKNOWN_ID.toUpperCase().replace('0', 'A'),
    'a'.repeat(3000),
    '%F0%9F%8E%89',
    "' OR 1=1",
    '__proto__',
  ])('answers 404 for the odd id %j', async (id) => {
    const { status, body } = await get(`${events}/${id.replaceAll(' ', '%20')}`)
    expect(status).toBe(404)
    expect(body.error).toBe('Not found')
  })
})
