import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../../../lib/http/endpoints/endpoints.js'
import { requireScope, scopeFor } from '../../../lib/http/authenticate.js'
import { SCOPES, type Scope } from '../../../lib/runtime/principal.js'
import { has } from '../../support/rooms.js'

const routes = allEndpoints.map(({ route }) => route).filter((route) => route.includes(' /api/'))
const needing = (scope: Scope) => routes.filter((route) => scopeFor(route) === scope)

describe('the scope of a key', () => {
  it('is needed to write attendances and people, by every route that does', () => {
    expect(needing('rsvp').sort()).toEqual([
      'POST /api/v1/events/{id}/attendance',
      'POST /api/v1/people',
      'POST /api/v2/event_campaigns/{id}/events/{event_id}/attendances',
      'POST /api/v2/events/{id}/attendances',
      ...(has('imports') ? ['POST /api/v2/events/{id}/attendances/bulk'] : []),
      'POST /api/v2/people',
      ...(has('imports') ? ['POST /api/v2/people/bulk'] : []),
      'PUT /api/v1/events/{id}/attendance/{attendance_id}',
      'PUT /api/v2/events/{id}/attendances/{attendance_id}',
      'PUT /api/v2/people/{id}',
    ])
  })

  it('is `all` for every other write, and `read` for every read', () => {
    expect(needing('all').every((route) => /^(POST|PUT|DELETE) /.test(route))).toBe(true)
    expect(needing('read')).toEqual(routes.filter((route) => route.startsWith('GET ')))
  })

  it('includes the smaller ones, and is everything when absent', () => {
    const may = (scope: Scope | undefined, needed: Scope) => {
      try {
        requireScope(scope, needing(needed)[0] as string)
        return true
      } catch (error) {
        expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining(needed) })
        return false
      }
    }
    expect(SCOPES.map((needed) => may('read', needed))).toEqual([true, false, false])
    expect(SCOPES.map((needed) => may('rsvp', needed))).toEqual([true, true, false])
    expect(SCOPES.map((needed) => may('all', needed))).toEqual([true, true, true])
    expect(SCOPES.map((needed) => may(undefined, needed))).toEqual([true, true, true])
  })
})
