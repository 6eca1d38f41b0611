import { describe, expect, it } from 'vitest'
import { allEndpoints, type Endpoint } from '../../../lib/http/endpoints/endpoints.js'
import { createRouter } from '../../../local/http/router.js'

function routerOf(...routes: string[]) {
  const endpoints = routes.map((route): Endpoint => ({ name: route, route, needs: [] }))
  const route = createRouter(endpoints)
  return (request: string) => {
    const [method, path] = request.split(' ') as [string, string]
    return route(method, path)
  }
}

describe('the router', () => {
  it('takes a path without variables literally', () => {
    expect(routerOf('GET /events')('GET /events')).toEqual({ name: 'GET /events', routeKey: 'GET /events' })
  })

  it('captures one segment per variable', () => {
    const route = routerOf('GET /events/{id}/attendances/{attendance_id}')
    expect(route('GET /events/7/attendances/9')?.pathParameters).toEqual({ id: '7', attendance_id: '9' })
    expect(route('GET /events/7/attendances')).toBeUndefined()
    expect(route('GET /events/7/attendances/9/more')).toBeUndefined()
  })

  it('prefers a literal to a variable, whatever the order they are declared in', () => {
    const route = routerOf('GET /{thing}/{id}', 'GET /{thing}/new', 'GET /events/{id}')
    expect(route('GET /events/new')?.name).toBe('GET /events/{id}')
    expect(route('GET /people/new')?.name).toBe('GET /{thing}/new')
    expect(route('GET /people/7')?.name).toBe('GET /{thing}/{id}')
  })

  // The example of AWS's own page on routes.
  it.each([
    ['GET /pets/dog/1', 'GET /pets/dog/1'],
    ['GET /pets/dog/2', 'GET /pets/dog/{id}'],
    ['GET /pets/cat/1', 'GET /pets/{proxy+}'],
    ['POST /test/5', 'ANY /{proxy+}'],
    ['POST /', '$default'],
  ])('sends %s to %s', (request, routeKey) => {
    const route = routerOf('$default', 'ANY /{proxy+}', 'GET /pets/{proxy+}', 'GET /pets/dog/{id}', 'GET /pets/dog/1')
    expect(route(request)?.routeKey).toBe(routeKey)
  })

  it('gives a greedy variable everything that is left, slashes included', () => {
    expect(routerOf('GET /docs/{rel+}')('GET /docs/a/b//c')?.pathParameters).toEqual({ rel: 'a/b//c' })
    expect(routerOf('GET /docs/{rel+}')('GET /docs')).toBeUndefined()
  })

  it('needs the method to match', () => {
    const route = routerOf('GET /events', 'POST /events')
    expect(route('POST /events')?.name).toBe('POST /events')
    expect(route('PUT /events')).toBeUndefined()
  })

  it('takes neither HEAD for GET nor a slash at the end for nothing: those are for $default', () => {
    const route = routerOf('GET /events', 'GET /events/{id}', '$default')
    for (const request of ['HEAD /events', 'GET /events/', 'GET /events/7/', 'GET //events'])
      expect(route(request)?.routeKey).toBe('$default')
  })

  it('neither collapses slashes nor takes nothing for a value', () => {
    const route = routerOf('GET /events/{id}', '$default')
    expect(route('GET //events/7')?.routeKey).toBe('$default')
    expect(route('GET /events//7')?.routeKey).toBe('$default')
    expect(route('GET /events//')?.routeKey).toBe('$default')
  })

  it('is at a loss without a default', () => {
    expect(routerOf('GET /events')('GET /people')).toBeUndefined()
  })

  it('reaches every endpoint of lib/http/endpoints/endpoints.json by its own path', () => {
    const route = createRouter(allEndpoints)
    for (const endpoint of allEndpoints.filter((each) => each.route !== '$default')) {
      const [method, path] = endpoint.route.split(' ') as [string, string]
      expect(route(method, path.replaceAll(/\{\w+\}/g, 'x'))?.name).toBe(endpoint.name)
    }
  })
})
