import { countedMappings } from '../monitoring/alarms.js'
import { functionId, idOf } from '../names.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { queues } from '../../lib/app/queues.js'
import { isInUse } from '../../lib/queues/queue.js'
import { of, when } from './conditions.js'
import { eventDays, warmFor } from './event-days.js'
import { STAGE, everything } from './every-setting.js'
import type { Resource } from './joined.js'

/** The table of a launch. It is ready for an event day, and stays when the stack is removed. */
export function ownTable({ Properties = {}, ...others }: Resource): Resource {
  type Index = { IndexName: string }
  return {
    ...others,
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      ...Properties,
      TableName: { Ref: 'AWS::StackName' },
      WarmThroughput: warmFor('table'),
      GlobalSecondaryIndexes: (Properties['GlobalSecondaryIndexes'] as Index[]).map((each) =>
        Object.keys(eventDays['500'] ?? {}).includes(`${each.IndexName}Read`)
          ? { ...each, WarmThroughput: warmFor(each.IndexName) }
          : each,
      ),
    },
  }
}

const reserved = new Set(allEndpoints.filter(({ rsvps }) => rsvps).map((each) => functionId(idOf(each))))
const ofMail = queues.filter((queue) => !isInUse(queue, undefined)).map(({ name }) => functionId(`queues-${name}`))
const counted = {
  IsFull: countedMappings({ ...everything, monitoring: 'full' }),
  IsWatched: countedMappings({ ...everything, monitoring: 'essential' }),
}

/** A resource that the CLI has made of a function, with what depends on a setting under its condition. */
export function adapted(name: string, resource: Resource, id: string): Resource {
  const { Type, Properties = {} } = resource
  const key = (path: unknown) => ({ S3Bucket: { Ref: 'Files' }, S3Key: `${id}/${String(path).split('/').at(-1)}` })
  const { S3Key } = (Properties['Code'] ?? Properties['Content'] ?? {}) as { S3Key?: string }
  const isOfMail = ofMail.some((each) => JSON.stringify(Properties).includes(`["${each}","Arn"]`))
  const change: Record<string, () => Resource> = {
    'AWS::Lambda::Function': () => ({
      ...resource,
      // The CLI names the role, too. What fills the bucket knows the name of the table, for which each function waits.
      DependsOn: ['FunctionLogs'],
      Properties: {
        ...Properties,
        Code: key(S3Key),
        TracingConfig: when('IsTraced', Properties['TracingConfig']),
        ...(reserved.has(name) && { ReservedConcurrentExecutions: when('IsReserved', of('ReservedConcurrency')) }),
      },
    }),
    'AWS::Lambda::LayerVersion': () => ({
      ...resource,
      DependsOn: ['Release'],
      Properties: {
        ...Properties,
        Content: key(S3Key),
        LayerName: `turnout-${STAGE}-${String(Properties['LayerName'])}`,
      },
    }),
    'AWS::Lambda::EventSourceMapping': () => ({
      ...resource,
      Properties: {
        ...Properties,
        ...(isOfMail && { Enabled: when('HasMail', true, false) }),
        ...('ScalingConfig' in Properties && {
          ScalingConfig: {
            MaximumConcurrency: { 'Fn::GetAtt': ['Release', `AtOnce${atOnce(Properties)}`] },
          },
        }),
        ...('MetricsConfig' in Properties && {
          MetricsConfig: when(counts(name), Properties['MetricsConfig']),
        }),
      },
    }),
    'AWS::Events::Rule': () => ({
      ...resource,
      Properties: { ...Properties, ...(isOfMail && { State: when('HasMail', 'ENABLED', 'DISABLED') }) },
    }),
  }
  return change[Type]?.() ?? resource
}

const atOnce = ({ ScalingConfig }: Record<string, unknown>) =>
  (ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency

const counts = (mapping: string) => {
  const settled = (all: string[]) => all.some((each) => mapping.startsWith(each.split('${')[0] as string))
  return settled(counted.IsWatched) ? 'IsWatched' : 'IsFull'
}

/** Resources that are there unless an owner names others, and what each of a kind has. */
export function underConditions(resources: Record<string, Resource>): void {
  Object.assign(resources['Table'] as Resource, { Condition: 'HasOwnTable' })
  Object.assign(resources['Images'] as Resource, { Condition: 'HasOwnImages' })
  Object.assign((resources['HttpApi'] as Resource).Properties as object, {
    DisableExecuteApiEndpoint: when('IsOnlyDomain', true, false),
  })
  for (const { Type, Properties } of Object.values(resources))
    if (Type === 'AWS::IAM::Role')
      Object.assign(Properties as object, { PermissionsBoundary: when('HasBoundary', of('PermissionsBoundary')) })
}
