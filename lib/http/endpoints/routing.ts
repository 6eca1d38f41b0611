import { type Endpoint, allEndpoints, takesAnyMethod } from './endpoints.js'
import { normalPath } from '../normal-path.js'

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

/** Whether a path, but for slashes, is that of an endpoint that takes every method: the organizer's interface. */
export const takesEveryMethod = (path: string): boolean =>
  allEndpoints.some((endpoint) => takesAnyMethod(endpoint) && endpoint.also?.includes(`ANY ${normalPath(path)}`))

const segmentsOf = (path: string): string[] => path.split('/')

/** Literal segments come before parameters, because a brace sorts after every letter. */
const routes = allEndpoints
  .filter((endpoint) => endpoint.route.includes(' ') && !takesAnyMethod(endpoint))
  .flatMap((endpoint) => [endpoint.route, ...(endpoint.also ?? [])].map((route) => ({ endpoint, route })))
  .sort((one, other) => (one.route < other.route ? -1 : 1))
  .map(({ endpoint, route }) => ({
    endpoint,
    method: route.split(' ')[0] as string,
    template: segmentsOf(normalPath(route.split(' ')[1] as string)),
  }))

function matches(path: string): (Match & { method: string })[] {
  const segments = segmentsOf(normalPath(path))
  return routes.flatMap(({ endpoint, method, template }) => {
    const parameters = parametersIn(segments, template)
    return parameters ? [{ endpoint, method, parameters }] : []
  })
}

/**
 * Returns the values of the parameters of a template; undefined for a path of another one. A regular expression for
 * each route would take 1 ms of a cold function.
 */
function parametersIn(segments: string[], template: string[]): Record<string, string> | undefined {
  if (segments.length !== template.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [i, part] of template.entries()) {
    const segment = segments[i] as string
    if (part.startsWith('{') && segment) parameters[part.slice(1, -1)] = segment
    else if (segment !== part) return undefined
  }
  return parameters
}
