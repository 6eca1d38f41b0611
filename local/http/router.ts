import { type Endpoint, routesOf } from '../../lib/http/endpoints/endpoints.js'

/** The endpoint of a request, with the parameters of its path. */
export interface Match {
  /** Name of the endpoint. */
  name: string
  /** The route as API Gateway names it: `GET /events/{id}`, or `$default`. */
  routeKey: string
  /** Values of the route's variables; absent when it has none. */
  pathParameters?: Record<string, string>
}

interface Route {
  name: string
  routeKey: string
  method: string
  segments: string[]
}

const isGreedy = (segment: string) => segment.startsWith('{') && segment.endsWith('+}')
const isVariable = (segment: string) => segment.startsWith('{')

/**
 * Picks routes as an HTTP API does: a full match before a greedy one before `$default`, an exact method before
 * `ANY`, then segment by segment a literal before a variable. Nothing is normalized: `/events`, `/events/` and
 * `//events` are three paths.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function createRouter(endpoints: Endpoint[]): (method: string, path: string) => Match | undefined {
  const fallback = endpoints.find(({ route }) => route === '$default')
  const routes = endpoints
    .filter((endpoint) => endpoint !== fallback)
    .flatMap((endpoint) => routesOf(endpoint).map((route) => parseRoute(endpoint.name, route)))
    .sort(bySpecificity)

  return (method, path) => {
    const segments = path.split('/')
    for (const route of routes) {
      if (route.method !== method && route.method !== 'ANY') continue
      const parameters = matchSegments(route.segments, segments)
      if (!parameters) continue
      const { name, routeKey } = route
      return parameters.length > 0
        ? { name, routeKey, pathParameters: Object.fromEntries(parameters) }
        : { name, routeKey }
    }
    return fallback && { name: fallback.name, routeKey: '$default' }
  }
}

function parseRoute(name: string, routeKey: string): Route {
  const [method, path] = routeKey.split(' ') as [string, string]
  return { name, routeKey, method, segments: path.split('/') }
}

/** The order in which the first match is the right one. */
function bySpecificity(one: Route, other: Route): number {
  return (
    Number(one.segments.some(isGreedy)) - Number(other.segments.some(isGreedy)) ||
    Number(one.method === 'ANY') - Number(other.method === 'ANY') ||
    ranks(one).localeCompare(ranks(other))
  )
}

const ranks = ({ segments }: Route) =>
  segments.map((segment) => (isGreedy(segment) ? '2' : isVariable(segment) ? '1' : '0')).join('')

/** The variables and their values, or undefined when the path is another one. A variable is never empty. */
function matchSegments(pattern: string[], path: string[]): [string, string][] | undefined {
  const parameters: [string, string][] = []
  for (const [index, expected] of pattern.entries()) {
    const actual = path[index]
    if (actual === undefined) return undefined
    if (isGreedy(expected)) {
      const rest = path.slice(index).join('/')
      return rest === '' ? undefined : [...parameters, [expected.slice(1, -2), rest]]
    }
    if (isVariable(expected)) {
      if (actual === '') return undefined
      parameters.push([expected.slice(1, -1), actual])
    } else if (actual !== expected) return undefined
  }
  return pattern.length === path.length ? parameters : undefined
}
