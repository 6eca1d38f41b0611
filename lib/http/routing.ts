import { type Endpoint, allEndpoints } from '../api/endpoints.js'

/** An endpoint, and what a path says for the parameters of its route. */
export interface Match {
  endpoint: Endpoint
  parameters: Record<string, string>
}

/** An address without what makes no difference: repeated slashes, and one at the end. */
export const normalPath = (path: string) => path.replace(/\/{2,}/g, '/').replace(/\/$/, '')

/** The endpoint behind an address as callers may write it. HEAD is answered by whoever answers GET. */
export function findEndpoint(method: string, path: string): Match | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method
  return matches(path).find(({ endpoint }) => endpoint.route.startsWith(`${wanted} `))
}

/** The methods of an address, as an `Allow` header lists them; empty when there is no such address. */
export function allowedMethods(path: string): string[] {
  const methods = matches(path).map(({ endpoint }) => endpoint.route.split(' ')[0] as string)
  return methods.length > 0
    ? [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
    : []
}

/** Literal segments before parameters: a brace sorts after every letter. */
const routes = allEndpoints
  .filter(({ route }) => route.includes(' '))
  .sort((one, other) => (one.route < other.route ? -1 : 1))
  .map((endpoint) => ({
    endpoint,
    pattern: patternOf(normalPath(endpoint.route.split(' ')[1] as string)),
  }))

function matches(path: string): Match[] {
  const normal = normalPath(path)
  return routes.flatMap(({ endpoint, pattern }) => {
    const match = pattern.exec(normal)
    return match ? [{ endpoint, parameters: { ...match.groups } }] : []
  })
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
