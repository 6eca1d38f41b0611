import endpoints from './endpoints.json' with { type: 'json' }

/** An endpoint is one Lambda: a file under functions/, its route, and what it may do with the table. */
export interface Endpoint {
  /** Path of the file under functions/, without extension; also the name of the deployed function. */
  name: string
  /** `METHOD /path/{parameter}`, or `$default` for what no other route takes. */
  route: string
  access: 'none' | 'read' | 'write'
}

export const allEndpoints: Endpoint[] = Object.entries(endpoints).map(([name, endpoint]) => ({
  name,
  ...(endpoint as Omit<Endpoint, 'name'>),
}))

/**
 * The API Gateway route keys of an endpoint. An HTTP API tells `/events` from `/events/` and has no HEAD of
 * its own, so every path is registered with and without the slash, and every GET also as HEAD.
 */
export function routeKeys({ route }: Pick<Endpoint, 'route'>): string[] {
  if (route === '$default') return [route]
  const [method, path] = route.split(' ') as [string, string]
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
  return methods.flatMap((each) => [`${each} ${path}`, `${each} ${path}/`])
}
