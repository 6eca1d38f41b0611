import { callingRole } from '../permissions/roles.js'
import { routesDocument } from './routes.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import type { Settings } from '../settings.js'
import { TABLE_NAME } from '../table/table.js'

/**
 * The fields that API Gateway logs of a request. The client's address and the query are left out: both may identify
 * people.
 */
const ACCESS_LOG = {
  request_id: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  latency_ms: '$context.responseLatency',
  integration_ms: '$context.integrationLatency',
  integration_error: '$context.integration.error',
  error: '$context.error.message',
}

/** The HTTP API with its routes, the stage with throttles and access logs. */
export function apiResources(settings: Settings): Record<string, object> {
  const { domain } = settings
  return {
    HttpApi: {
      Type: 'AWS::ApiGatewayV2::Api',
      Properties: {
        Body: routesDocument(settings, typeof publicUrlOf(settings) === 'string'),
        ...(settings.disableExecuteApiEndpoint && { DisableExecuteApiEndpoint: true }),
        ...(settings.dualStack && { IpAddressType: 'dualstack' }),
      },
    },
    ApiRole: callingRole([...new Set(allEndpoints.map(({ name }) => name.split('/')[0] as string))]),
    HttpApiStage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: {
        ApiId: { Ref: 'HttpApi' },
        StageName: '$default',
        AutoDeploy: true,
        AccessLogSettings: {
          DestinationArn: { 'Fn::GetAtt': ['AccessLogs', 'Arn'] },
          Format: JSON.stringify(ACCESS_LOG),
        },
        ...throttlesOf(settings),
      },
    },
    ...(domain && domainResources(domain, settings.dualStack)),
  }
}

/** The throttles of all routes, and those of the routes that take RSVPs. */
export function throttlesOf({ throttle, rsvpThrottle }: Pick<Settings, 'throttle' | 'rsvpThrottle'>) {
  const rushed = allEndpoints.filter(({ rsvps }) => rsvps)
  return {
    DefaultRouteSettings: throttled(throttle),
    RouteSettings: Object.fromEntries(rushed.map((each) => [each.route, throttled(rsvpThrottle)])),
  }
}

/** Metrics for each route cost 30 cents a month and metric; each route has its function, whose metrics are free. */
const throttled = ({ rate, burst }: Settings['throttle']) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
  DetailedMetricsEnabled: false,
})

const domainResources = ({ name, certificate }: NonNullable<Settings['domain']>, dualStack = false) => ({
  Domain: {
    Type: 'AWS::ApiGatewayV2::DomainName',
    Properties: {
      DomainName: name,
      DomainNameConfigurations: [
        {
          CertificateArn: certificate,
          EndpointType: 'REGIONAL',
          SecurityPolicy: 'TLS_1_2',
          ...(dualStack && { IpAddressType: 'dualstack' }),
        },
      ],
    },
  },
  DomainMapping: {
    Type: 'AWS::ApiGatewayV2::ApiMapping',
    DependsOn: ['HttpApiStage'],
    Properties: { ApiId: { Ref: 'HttpApi' }, DomainName: { Ref: 'Domain' }, Stage: '$default' },
  },
})

/** The outputs of the stack: the address of the API, the target of a domain's DNS record, and the table in service. */
export const apiOutputs = ({ domain, disableExecuteApiEndpoint }: Settings): Record<string, object> => ({
  ...(!disableExecuteApiEndpoint && { ApiAddress: { Value: executeApi } }),
  TableInService: { Value: TABLE_NAME },
  Version: { Value: '${file(./package.json):version}' },
  ...(domain && { DomainTarget: { Value: { 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] } } }),
})

const executeApi = { 'Fn::Sub': 'https://${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}' }

/** The base of every link: the address that was set, the domain, or the API's own address until there is one. */
export const publicUrlOf = ({ publicUrl, domain }: Settings): string | object =>
  publicUrl ?? (domain ? `https://${domain.name}` : executeApi)
