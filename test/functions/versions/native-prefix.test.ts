import { beforeAll, describe, expect, it } from 'vitest'
import { provideEnvironment } from '../../../lib/runtime/environment.js'
import type * as Service from '../../support/service.js'

describe('a service with another native prefix', () => {
  let service: typeof Service

  // The environment is read once, when the first module asks for it.
  beforeAll(async () => {
    provideEnvironment({ NATIVE_PREFIX: 'acme_network' })
    service = await import('../../support/service.js')
  })

  it('has it in identifiers, fields, relations and curies', async () => {
    const { get, givenEvent } = service
    const { id, path } = await givenEvent({ identifiers: ['service:foreign-here'] })
    const { body } = await get(path)
    expect(body.identifiers).toEqual([`acme_network:${id}`, 'service:foreign-here'])
    expect(body).toHaveProperty('acme_network:hidden', false)
    expect(body).toHaveProperty('acme_network:sponsor')
    expect(Object.keys(body._links)).toContain('acme_network:embed')
    expect(body._links.curies.map(({ name }: { name: string }) => name)).toEqual(['osdi', 'acme_network'])
    expect(JSON.stringify(body).replace('service:foreign-here', '')).not.toContain('service:')
    expect((await get('/api/v2')).body.namespace).toBe('acme_network')
  })
})
