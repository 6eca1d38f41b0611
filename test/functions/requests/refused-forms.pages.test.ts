import { expect, it } from 'vitest'
import { allEndpoints } from '../../../lib/http/endpoints/endpoints.js'
import { UNKNOWN_ID, demo, givenInterfaceEvent, post } from '../../support/service.js'

/* A stranger cannot make a form fail: what is no form, or a form too large, is refused, to browsers and to programs. */

const forms = allEndpoints
  .flatMap(({ route, also = [] }) => [route, ...also])
  .filter((route) => /^POST \/(?!api\/)/.test(route))
  .map((route) => route.slice('POST '.length))

it.each(forms)('%s refuses what is no form, and one that is too large', async (pattern) => {
  const event = await givenInterfaceEvent()
  const known = { '/events/{id}': event.id, '/event_campaigns/{id}': demo.event_campaign.id }
  const [of, id = UNKNOWN_ID] = Object.entries(known).find(([part]) => pattern.startsWith(part)) ?? []
  const paths = [pattern, ...(of ? [pattern.replace('{id}', id)] : [])]
  for (const path of paths.map((each) => each.replaceAll(/\{\w+\}/g, UNKNOWN_ID)))
    for (const accept of ['text/html', 'application/json', '*/*'])
      for (const [type, body] of [
        ['application/json', '{"title":"x"}'],
        ['application/x-www-form-urlencoded', `title=${'x'.repeat(300_000)}`],
        ['multipart/form-data', 'x'],
        ['', ''],
      ] as const) {
        const { status } = await post(path, body, { key: null, headers: { accept, 'content-type': type } })
        expect([path, accept, type, status >= 400 && status < 500]).toEqual([path, accept, type, true])
      }
})

it('a form of very many inputs is refused before it is read', async () => {
  const event = await givenInterfaceEvent()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const submitted = (inputs: number) =>
    post(`/events/${event.id}/attendances`, 'a&'.repeat(inputs - 1), { key: null, headers })
  expect((await submitted(2_000)).status).toBe(400)
  expect((await submitted(2_001)).status).toBe(413)
  expect((await submitted(99_000)).status).toBe(413)
})
