import { aliasId, functionId, idOf } from '../names.js'
import { type Endpoint, allEndpoints, routesOf } from '../../lib/http/endpoints/endpoints.js'
import type { Settings } from '../settings.js'

/*
 * The routes of the HTTP API, as an OpenAPI document that API Gateway imports. As resources of the template they would
 * be two for each endpoint, and there may be 500 in all (docs/decisions/0034). What callers read about the API is
 * another document (lib/openapi).
 */

/** @param linksElsewhere whether the base of links is known without the API, see `invocation` */
export function routesDocument(settings: Settings, linksElsewhere: boolean): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of allEndpoints)
    for (const route of routesOf(endpoint)) {
      const [method = '', path] = route === '$default' ? [DEFAULT, '/$default'] : route.split(' ')
      paths[path as string] = {
        ...paths[path as string],
        [METHODS[method] ?? method.toLowerCase()]: operation(path as string, {
          ...(method === DEFAULT && { isDefaultRoute: true }),
          'x-amazon-apigateway-integration': integration(invocation(endpoint, settings, linksElsewhere)),
        }),
      }
    }
  return { openapi: '3.0.1', info: { title: '${self:service}-${sls:stage}', version: '1' }, paths }
}

const DEFAULT = '$default'
const ANY = 'x-amazon-apigateway-any-method'
const METHODS: Record<string, string> = { ANY, [DEFAULT]: ANY }

function operation(path: string, more: object): object {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  return {
    ...(parameters.length > 0 && { parameters }),
    responses: { default: { description: 'What the function answers' } },
    ...more,
  }
}

const integration = (target: string) => ({
  type: 'aws_proxy',
  httpMethod: 'POST',
  payloadFormatVersion: '2.0',
  credentials: { 'Fn::GetAtt': ['ApiRole', 'Arn'] },
  uri: {
    'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${target}/invocations`,
  },
})

/**
 * Returns the integration of a route. A stage without an address of its own gives its functions the address of the API,
 * so they come after the API, which then can name but not refer to them: a new route answers 500 until its function is
 * there.
 */
function invocation(endpoint: Endpoint, { eventDay }: Settings, linksElsewhere: boolean): string {
  const id = idOf(endpoint)
  if (!linksElsewhere)
    return `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:\${self:service}-\${sls:stage}-${id}`
  const isWarm = endpoint.rsvps && eventDay?.provisionedConcurrency
  return isWarm ? `\${${aliasId(id)}}` : `\${${functionId(id)}.Arn}`
}
