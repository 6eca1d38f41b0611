import { type Endpoint, allEndpoints, takesAnyMethod } from '../api/endpoints.js'
import { normalPath } from './normal-path.js'

/** An endpoint, and the values of its path parameters. */
export interface Match {
  endpoint: Endpoint
  parameters: Record<string, string>
}

/** Finds the endpoint of a path. The endpoint of GET also answers HEAD. */
export function findEndpoint(asked: string, path: string): Match | undefined {
  const wanted = asked === 'HEAD' ? 'GET' : asked
  return matches(path).find(({ method }) => method === wanted)
}

/** Returns the methods of a path for an `Allow` header; empty when no endpoint has the path. */
export function allowedMethods(path: string): string[] {
  const methods = matches(path).map(({ method }) => method)
  return methods.length > 0
    ? [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
    : []
}

/** Whether a path, but for slashes, is that of an endpoint that takes every method: the organiser's interface. */
export const takesEveryMethod = (path: string): boolean =>
  allEndpoints.some(
    (endpoint) => takesAnyMethod(endpoint) && endpoint.also?.includes(`ANY ${normalPath(path)}`),
  )

/** Literal segments come before parameters, because a brace sorts after every letter. */
const routes = allEndpoints
  .filter((endpoint) => endpoint.route.includes(' ') && !takesAnyMethod(endpoint))
  .flatMap((endpoint) => [endpoint.route, ...(endpoint.also ?? [])].map((route) => ({ endpoint, route })))
  .sort((one, other) => (one.route < other.route ? -1 : 1))
  .map(({ endpoint, route }) => ({
    endpoint,
    method: route.split(' ')[0] as string,
    pattern: patternOf(normalPath(route.split(' ')[1] as string)),
  }))

function matches(path: string): (Match & { method: string })[] {
  const normal = normalPath(path)
  return routes.flatMap(({ endpoint, method, pattern }) => {
    const match = pattern.exec(normal)
    return match ? [{ endpoint, method, parameters: { ...match.groups } }] : []
  })
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
