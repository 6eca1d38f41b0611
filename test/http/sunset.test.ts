import { expect, it } from 'vitest'
import { get, useEnvironment } from '../support/service.js'

it('version 1 says nothing of an end that is not set', async () => {
  const { headers } = await get('/api/v1/event_campaigns')
  expect(headers).not.toHaveProperty('sunset')
})

it('version 1 says when it ends where the owner has set a day, on every answer, and version 2 never', async () => {
  useEnvironment({ VERSION_1_ENDS: '2027-12-31' })
  for (const [path, key] of [['/api/v1/events'], ['/api/v1'], ['/api/v1/people/unknown'], ['/api/v1/people', 'wrong']])
    expect((await get(path as string, key ? { key } : {})).headers['sunset']).toBe('Fri, 31 Dec 2027 00:00:00 GMT')
  expect((await get('/api/v2/events')).headers).not.toHaveProperty('sunset')
})
