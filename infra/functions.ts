import type { Endpoint } from './routes.js'

/** The name of a function within a deployment: `v2-list-events`. */
export const idOf = ({ name }: Pick<Endpoint, 'name'>) => name.replaceAll('/', '-')

/** Roles by what an endpoint may do with the table; they stand in infra/roles.yml. */
const ROLES = { none: 'LoggingRole', read: 'ReadingRole', write: 'WritingRole', delete: 'DeletingRole' }

/** The same for endpoints that geocode, which may also ask Amazon Location where the settings say so. */
const GEOCODING_ROLES = { ...ROLES, write: 'WritingPlacesRole', delete: 'DeletingPlacesRole' }

/** An endpoint as an entry under `functions` of serverless.yml; what is the same for all is in its provider. */
export const functionEntry = (endpoint: Endpoint) => ({
  handler: 'index.handler',
  package: { artifact: `build/${idOf(endpoint)}.zip` },
  role: (endpoint.geocodes ? GEOCODING_ROLES : ROLES)[endpoint.access],
  ...(endpoint.geocodes && { layers: [{ Ref: 'PlacesLambdaLayer' }] }),
  // A whole processor comes with 1,769 MB (AWS Lambda, "Configure Lambda function memory").
  ...(endpoint.seconds && { timeout: endpoint.seconds, memorySize: 1769 }),
  events: [{ httpApi: endpoint.route === '$default' ? '*' : endpoint.route }],
})
