import { idOf, pascal } from '../names.js'
import { type Grant, INSERT, LOOKS_FOR_WORK, grantsFor } from './grants.js'
import { type NeedName, SWEEPER_NEEDS, isNeed } from './needs/needs.js'
import { ordinalGrants } from './ordinals.js'
import { queueArn, queueRole } from '../queues/queue-names.js'
import { type Endpoint, allEndpoints, takesAnyMethod } from '../../lib/http/endpoints/endpoints.js'
import { queues } from '../../lib/app/queues.js'
import type { Queue } from '../../lib/queues/queue.js'
import type { Settings } from '../settings.js'
import { STREAM_ARN, tableArn } from '../table/table.js'

/** A role: its grants, and the functions that have them. */
export interface Role {
  /** Logical id in the template. */
  id: string
  functions: string[]
  needs: NeedName[]
  grants: Grant[]
  geocodes: boolean
  images: Endpoint['images']
}

/** Roles of endpoints: one for each different need, named after the first endpoint that has it. */
export function rolesOf(endpoints: Endpoint[] = allEndpoints): Role[] {
  const roles = new Map<string, Role>()
  for (const endpoint of endpoints) {
    const needs = needsOf(endpoint, endpoints)
    const geocodes = endpoint.geocodes ?? false
    const { images } = endpoint
    const same = JSON.stringify([needs, geocodes, images])
    const role = roles.get(same)
    if (role) role.functions.push(idOf(endpoint))
    else
      roles.set(same, {
        id: `${pascal(idOf(endpoint))}Role`,
        functions: [idOf(endpoint)],
        needs,
        grants: grantsFor(needs),
        geocodes,
        images,
      })
  }
  return [...roles.values()]
}

/** Returns the full needs of an endpoint. Under the paths of the API, requests need a key, which is looked up. */
function needsOf({ name, route, needs }: Endpoint, endpoints: Endpoint[]): NeedName[] {
  const everything = () =>
    endpoints
      .filter((each) => !takesAnyMethod(each))
      .flatMap((each) => each.needs)
      .filter((need) => need !== 'everything')
  const own = needs.flatMap((need) => (need === 'everything' ? everything() : [need])).map((need) => known(need, name))
  const wantsKey = own.length > 0 && (route.includes(' /api/') || needs.includes('everything'))
  const answersOnce = wantsKey && (route.startsWith('POST ') || needs.includes('everything'))
  return [
    ...new Set<NeedName>([
      ...(wantsKey ? (['check keys'] as const) : []),
      ...(answersOnce ? (['remember answers'] as const) : []),
      ...own,
    ]),
  ].sort()
}

function known(need: string, name: string): NeedName {
  if (isNeed(need)) return need
  throw new Error(
    `lib/http/endpoints/endpoints.json: ${name} needs "${need}", which infra/permissions/needs/ does not know`,
  )
}

const queueGrants = (queue: Queue) => [
  ...grantsFor(queue.needs.map((need) => known(need, queue.name))),
  ...(queue.mails ? [LOOKS_FOR_WORK] : []),
]

/** The first organizer of a launched stack. */
export const firstOrganizerGrants = grantsFor(['make a first group'])

/** The sweeper assigns ordinals, and repeats the merges and erasures that requests under way have outlived. */
const sweeperGrants: Grant[] = [...ordinalGrants, ...grantsFor(SWEEPER_NEEDS), LOOKS_FOR_WORK]

/** The fan-out asks for webhooks. */
const fanOutGrants: Grant[] = grantsFor(['hear of changes'])

/** The grants of every function by its name under functions/. */
export function grantsByFunction(): Map<string, Grant[]> {
  const roles = rolesOf()
  const ofEndpoint = ({ name }: Endpoint) => roles.find((role) => role.functions.includes(idOf({ name })))?.grants ?? []
  return new Map([
    ...allEndpoints.map((endpoint): [string, Grant[]] => [endpoint.name, ofEndpoint(endpoint)]),
    ['streams/assign-ordinals', ordinalGrants],
    ['schedules/sweep', sweeperGrants],
    ['streams/fan-out', fanOutGrants],
    ...queues
      .filter(({ mails }) => mails)
      .map((queue): [string, Grant[]] => ['schedules/send-due-mail', queueGrants(queue)]),
    ...queues.map((queue): [string, Grant[]] => [`queues/${queue.name}`, queueGrants(queue)]),
    ['launch/first-organizer', firstOrganizerGrants],
  ])
}

/** The roles as resources of the template. */
export function roleResources({ geocoder, mail, kmsKey, tracing }: Settings): Record<string, object> {
  const role = (statements: object[]) =>
    roleOf([
      ...statements,
      // Most roles reach the table, and a key says for itself through which service it is used.
      ...(kmsKey ? [mayUseKey(kmsKey)] : []),
      ...(tracing ? [mayTrace] : []),
    ])
  const roles = rolesOf().map(({ id, grants, geocodes, images }) => [
    id,
    role([
      ...grants.map(statement),
      ...(geocodes && geocoder === 'amazon-location' ? [mayAskAmazonLocation] : []),
      ...(images ? [mayKeepImages(images)] : []),
    ]),
  ])
  return {
    ...(Object.fromEntries(roles) as Record<string, object>),
    ...Object.fromEntries(
      queues.map((queue) => [
        queueRole(queue),
        role([...queueGrants(queue).map(statement), mayConsume(queue), ...(mail && queue.mails ? [maySendMail] : [])]),
      ]),
    ),
    FanOutRole: role([
      ...fanOutGrants.map(statement),
      ...mayFollowTheStream,
      maySend(queues.map(({ name }) => name)),
      mayLeaveFailures,
    ]),
    OrdinalsRole: role([...ordinalGrants.map(statement), ...mayFollowTheStream, mayLeaveFailures]),
    SweeperRole: role([...sweeperGrants.map(statement), mayLeaveFailures]),
  }
}

export const assumedBy = (service: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
})

export const policy = (PolicyName: string, Statement: object[]) => ({
  PolicyName,
  PolicyDocument: { Version: '2012-10-17', Statement },
})

export const roleOf = (statements: object[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: assumedBy('lambda.amazonaws.com'),
    Policies: [policy('function', [mayLog, ...statements])],
  },
})

/** The role in which API Gateway calls the functions: one, where each function had a permission of its own. */
export const callingRole = (prefixes: string[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: assumedBy('apigateway.amazonaws.com'),
    Policies: [
      policy('call', [
        {
          Effect: 'Allow',
          Action: ['lambda:InvokeFunction'],
          Resource: prefixes.map((prefix) => ({
            'Fn::Sub': `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:\${self:service}-\${sls:stage}-${prefix}*`,
          })),
        },
      ]),
    ],
  },
})

const mayLog = {
  Effect: 'Allow',
  Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  Resource: [{ 'Fn::GetAtt': ['FunctionLogs', 'Arn'] }],
}

/**
 * Leading keys are the partition keys of a request, of the index if it queries one. A request without any would pass
 * `ForAllValues`; the only action without one is Scan, which is allowed of one index alone. Statements in PartiQL must
 * have one.
 */
export const statement = ({ actions, index, leadingKeys, attributes }: Grant) => ({
  Effect: 'Allow',
  Action: actions,
  Resource: [tableArn(index ? `/index/${index}` : '')],
  ...(leadingKeys && {
    Condition: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
      ...(actions.includes(INSERT) && { Null: { 'dynamodb:LeadingKeys': 'false' } }),
      // The attributes that a request names. One that returns others is refused as well.
      ...(attributes && {
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
        StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE'] },
      }),
    },
  }),
})

const mayAskAmazonLocation = {
  Effect: 'Allow',
  Action: ['geo-places:Geocode'],
  Resource: [{ 'Fn::Sub': 'arn:${AWS::Partition}:geo-places:${AWS::Region}::provider/default' }],
}

/**
 * As the identity of the stage and addresses of its domain, with its configuration set, and as no other identity of the
 * account.
 */
const maySendMail = {
  Effect: 'Allow',
  Action: ['ses:SendEmail'],
  Resource: ['identity/${MailIdentity}', 'identity/*@${MailIdentity}', 'configuration-set/${MailConfigurationSet}'].map(
    (name) => ({ 'Fn::Sub': `arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:${name}` }),
  ),
}

/** DynamoDB asks for the key in the name of its caller. */
export const mayUseKey = (key: string) => ({
  Effect: 'Allow',
  Action: ['kms:Decrypt', 'kms:Encrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
  Resource: [key],
  Condition: {
    StringEquals: { 'kms:ViaService': { 'Fn::Sub': 'dynamodb.${AWS::Region}.amazonaws.com' } },
  },
})

/** Actions for which IAM knows no resource. */
const mayTrace = {
  Effect: 'Allow',
  Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  Resource: ['*'],
}

/** Images are never listed or removed. */
const mayKeepImages = (does: 'reads' | 'writes') => ({
  Effect: 'Allow',
  Action: [does === 'reads' ? 's3:GetObject' : 's3:PutObject'],
  Resource: [{ 'Fn::Sub': '${Images.Arn}/*' }],
})

const mayFollowTheStream = [
  {
    Effect: 'Allow',
    Action: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
    Resource: [STREAM_ARN],
  },
  {
    // The one action on streams for which IAM knows no other resource than all streams of the table.
    Effect: 'Allow',
    Action: ['dynamodb:ListStreams'],
    Resource: [tableArn('/stream/*')],
  },
]

/** Lambda polls a queue in the role of its function, and asks for its attributes. */
const mayConsume = ({ name, everyMinute }: Queue) => ({
  Effect: 'Allow',
  Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', ...(everyMinute ? [] : ['sqs:GetQueueAttributes'])],
  Resource: [queueArn(name)],
})

const maySend = (names: string[]) => ({
  Effect: 'Allow',
  Action: ['sqs:SendMessage'],
  Resource: names.map(queueArn),
})

const mayLeaveFailures = {
  Effect: 'Allow',
  Action: ['sqs:SendMessage'],
  Resource: [{ 'Fn::GetAtt': ['FailureQueue', 'Arn'] }],
}
