import { expect, it } from 'vitest'
import { traverse } from '../../infra/release/smoke-requests.js'
import { PUBLIC_URL, answerTo, demo } from '../support/service.js'

const faults = async (key: string, send = answerTo) =>
  (await traverse(PUBLIC_URL, key, send)).steps.flatMap(({ title, fault }) => (fault ? [`${title}: ${fault}`] : []))

it('a smoke test of a service that is well finds nothing, however often', async () => {
  expect(await faults(demo.group.key)).toEqual([])
  expect(await faults(demo.group.key)).toEqual([])
  const events = await answerTo(
    new Request(`${PUBLIC_URL}/api/v2/events?filter=${encodeURIComponent("title eq 'Smoke test'")}`, {
      headers: { 'osdi-api-token': demo.group.key },
    }),
  )
  expect(await events.json()).toMatchObject({ total_records: 1 })
})

it('a smoke test names what answers otherwise than it should, with the reference for the logs', async () => {
  const found = await faults(demo.group.key, async (request) =>
    request.url.endsWith('/docs')
      ? new Response('', { status: 500, headers: { 'x-request-id': 'abc' } })
      : answerTo(request),
  )
  expect(found).toEqual(['the documentation: 500 in place of 200, reference abc'])
})

it('a smoke test with a key that is none finds that it gets nowhere', async () => {
  expect(await faults('none')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^osdi:events of the entry point: 403 in place of 200/)]),
  )
})

it('a smoke test of an address where nothing answers ends at once, and says why', async () => {
  const refused = new TypeError('fetch failed', {
    cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }),
  })
  await expect(faults('k', () => Promise.reject(refused))).rejects.toThrow(
    `Nothing answers at ${PUBLIC_URL}: ECONNREFUSED`,
  )
})
