import { idOf } from '../names.js'
import { rolesOf } from '../permissions/roles.js'
import { type Endpoint, allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import type { Settings } from '../settings.js'

/** Every endpoint as an entry under `functions` of serverless.yml; what is the same for all is in its provider. */
export function functionEntries(settings: Settings): Record<string, object> {
  const roles = rolesOf()
  const roleOf = (id: string) => roles.find(({ functions }) => functions.includes(id))?.id
  return Object.fromEntries(
    allEndpoints.map((endpoint) => [
      idOf(endpoint),
      {
        ...common(idOf(endpoint)),
        role: roleOf(idOf(endpoint)),
        ...layers(endpoint),
        ...(endpoint.images && { environment: { IMAGES_BUCKET: { Ref: 'Images' } } }),
        ...(endpoint.seconds && { timeout: endpoint.seconds }),
        // A whole processor comes with 1,769 MB (AWS Lambda, "Configure Lambda function memory").
        ...(endpoint.computes && { memorySize: 1769 }),
        ...concurrency(endpoint, settings),
      },
    ]),
  )
}

/** All functions write into one log group, where a request is found whatever its route. */
export const common = (id: string) => ({
  handler: 'index.handler',
  package: { artifact: `build/${id}.zip` },
  disableLogs: true,
  logs: { logGroup: '/turnout/${sls:stage}/functions' },
  dependsOn: ['FunctionLogs'],
})

/** Files that are too large for the zip of a function. */
function layers({ geocodes, finds, explores }: Endpoint) {
  const layers = [(geocodes || finds) && 'LocationsLambdaLayer', explores && 'ExplorerLambdaLayer'].filter(Boolean)
  return layers.length > 0 && { layers: layers.map((Ref) => ({ Ref })) }
}

/** Provisioned instances of functions that record RSVPs, on an event day. */
function concurrency({ rsvps }: Endpoint, { eventDay }: Settings) {
  const { provisionedConcurrency, reservedConcurrency } = eventDay ?? {}
  return {
    ...(rsvps && provisionedConcurrency && { provisionedConcurrency }),
    ...(rsvps && reservedConcurrency && { reservedConcurrency }),
  }
}
