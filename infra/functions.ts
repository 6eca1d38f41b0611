import { type Endpoint, routeKeys } from './routes.js'

/** The name of a function within a deployment: `v2-list-events`. */
export const idOf = ({ name }: Pick<Endpoint, 'name'>) => name.replaceAll('/', '-')

/** Roles by what an endpoint may do with the table; they stand in infra/roles.yml. */
const ROLES = { none: 'LoggingRole', read: 'ReadingRole', write: 'WritingRole' }

/** An endpoint as an entry under `functions` of serverless.yml; what is the same for all is in its provider. */
export const functionEntry = (endpoint: Endpoint) => ({
  handler: 'index.handler',
  package: { artifact: `build/${idOf(endpoint)}.zip` },
  role: ROLES[endpoint.access],
  events: [{ httpApi: endpoint.route === '$default' ? '*' : endpoint.route }],
})

/**
 * The other routes of an endpoint, as resources beside those that the CLI makes. It names a route by the words
 * of its path alone, so that of `/events` and `/events/` only one would be left.
 */
export function otherRoutes(endpoint: Endpoint): Record<string, object> {
  const others = routeKeys(endpoint).filter((route) => route !== endpoint.route)
  return Object.fromEntries(
    others.map((route) => [
      routeId(route),
      {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: {
          ApiId: { Ref: 'HttpApi' },
          RouteKey: route,
          Target: { 'Fn::Sub': `integrations/\${${integrationOf(endpoint)}}` },
        },
      },
    ]),
  )
}

/** The logical id under which the CLI keeps the integration of a function. */
const integrationOf = (endpoint: Endpoint) => {
  const name = idOf(endpoint).replaceAll('-', 'Dash')
  return `HttpApiIntegration${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** Logical ids are of letters and digits only; the slash at the end must not get lost among the others. */
const routeId = (route: string) =>
  `Route${route.replace(/\/$/, ' slash').replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase())}`
