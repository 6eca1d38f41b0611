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
