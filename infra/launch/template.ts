import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { functionId, idOf, pascal } from '../names.js'
import { countedMappings } from '../monitoring/alarms.js'
import { packagedTemplate } from '../inventory.js'
import { FEW, FEWEST_OF_QUEUE } from '../queues/concurrency.js'
import { assumedBy, firstOrganiserGrants, mayUseKey, policy, roleOf, statement } from '../permissions/roles.js'
import { serverless } from '../serverless-cli.js'
import type { Settings } from '../settings.js'
import { partsOf, writeParts } from '../template.js'
import { TABLE_NAME, tableTemplate } from '../table/table.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { queues } from '../../lib/app/queues.js'
import { isInUse } from '../../lib/queues/queue.js'
import { eventDays, warmFor } from './event-days.js'
import { type Resource, joinedEntries } from './joined.js'
import { parametersInterface, parametersSection } from './parameters.js'

/*
 * One template for an owner with a browser (docs/owning.md, "In ten minutes"). It is what the serverless CLI makes of
 * serverless.yml for a stage with every setting, in which each setting is a parameter, or stands under a condition. The
 * stage is the name of the stack; the table lies in it; the code comes from a bucket in it, which the first resource
 * fills from the archive of the release.
 */

/** The names that stand for what only a launch knows. They are in no name of a resource. */
const STAGE = 'placeholder'
const TABLE = 'tabletop'
const REGION = 'us-east-1'
const STREAM = `arn:aws:dynamodb:${REGION}:000000000000:table/${TABLE}/stream/of-no-account`

const of = (name: string) => `\${${name}}`
const number = (name: string) => of(name) as unknown as number

/** Every setting, as the parameter that it is. */
const everything: Settings = {
  nativePrefix: of('NativePrefix'),
  defaultOriginSystem: of('DefaultOriginSystem'),
  securityContact: of('SecurityContact'),
  hstsDays: number('HstsDays'),
  version1Ends: of('Version1Ends'),
  table: TABLE,
  geocoder: 'amazon-location',
  logRetentionInDays: number('LogRetention'),
  throttle: { rate: number('Rate'), burst: number('Burst') },
  rsvpThrottle: { rate: number('RsvpRate'), burst: number('RsvpBurst') },
  monitoring: 'full',
  alarmEmail: of('AlarmAddress'),
  kmsKey: of('KmsKey'),
  throughputCap: { read: number('ReadCap'), write: number('WriteCap') },
  backup: { keepDays: number('BackupDays'), copyTo: of('BackupCopyTo') },
  tracing: true,
  dualStack: true,
  domain: { name: of('DomainName'), certificate: of('Certificate') },
  corsOrigins: [of('CorsOrigins')],
  // No text: the routes then name the functions, which the address of the API comes before (infra/api/routes.ts).
  publicUrl: { Ref: 'AddressOfService' } as unknown as string,
  visitors: { perNetwork: number('RsvpsPerNetwork'), perEvent: number('RsvpsPerEvent') },
  cdn: { addressHeader: of('CdnAddressHeader'), secretHash: of('CdnSecretHash') },
  mail: { from: `any@${of('MailDomain')}`, perSecond: number('MailPerSecond') },
}

/** The settings without one, by the condition that the one is. */
const without: Record<string, Settings> = {
  HasMail: { ...everything, mail: undefined },
  HasAlarmEmail: { ...everything, alarmEmail: undefined },
  IsFull: { ...everything, monitoring: 'essential' },
  IsWatched: { ...everything, monitoring: 'none' },
  HasDomain: { ...everything, domain: undefined },
  HasDualStack: { ...everything, dualStack: false },
  HasBackup: { ...everything, backup: undefined },
  HasBackupCopy: { ...everything, backup: { keepDays: number('BackupDays') } },
  HasKey: { ...everything, kmsKey: undefined },
  HasCap: { ...everything, throughputCap: undefined },
  AsksAmazonLocation: { ...everything, geocoder: 'embedded' },
  IsTraced: { ...everything, tracing: false },
}

const isGiven = (name: string) => ({ 'Fn::Not': [{ 'Fn::Equals': [{ Ref: name }, ''] }] })
const is = (name: string, value: string) => ({ 'Fn::Equals': [{ Ref: name }, value] })
const when = (condition: string, value: unknown, otherwise: unknown = { Ref: 'AWS::NoValue' }) => ({
  'Fn::If': [condition, value, otherwise],
})

const CONDITIONS = {
  HasMail: isGiven('MailFrom'),
  HasAlarmEmail: isGiven('AlarmAddress'),
  IsFull: is('Monitoring', 'full'),
  IsWatched: { 'Fn::Not': [is('Monitoring', 'none')] },
  HasDomain: isGiven('DomainName'),
  HasDualStack: is('DualStack', 'yes'),
  IsOnlyDomain: is('OnlyDomain', 'yes'),
  HasPublicUrl: isGiven('PublicUrl'),
  HasBackup: isGiven('BackupDays'),
  HasBackupCopy: isGiven('BackupCopyTo'),
  HasKey: isGiven('KmsKey'),
  HasCap: isGiven('WriteCap'),
  AsksAmazonLocation: is('Geocoder', 'amazon-location'),
  IsTraced: is('Tracing', 'yes'),
  HasEventDay: isGiven('EventDay'),
  IsReserved: isGiven('ReservedConcurrency'),
  HasOwnTable: is('ExistingTable', ''),
  HasOwnImages: is('ExistingImages', ''),
  HasFirstOrganiser: isGiven('FirstOrganiser'),
  HasBoundary: isGiven('PermissionsBoundary'),
  HasBudget: { 'Fn::And': [isGiven('MonthlyBudget'), isGiven('AlarmAddress')] },
}

/** What belongs together, before anything is made. */
const RULES = Object.fromEntries(
  [
    ['DomainName', 'Certificate', 'A domain needs its certificate.'],
    ['OnlyDomain', 'DomainName', 'OnlyDomain needs a domain: the service would have no address.', 'yes'],
    ['CdnAddressHeader', 'CdnSecretHash', 'A CDN needs the SHA-256 of its secret.'],
    ['WriteCap', 'ReadCap', 'A cap needs both of its units.'],
    ['BackupCopyTo', 'BackupDays', 'A copy of backups needs backups.'],
  ].map(([one = '', other = '', AssertDescription, value]) => [
    `${one}Needs${other}`,
    {
      RuleCondition: value ? is(one, value) : isGiven(one),
      Assertions: [{ Assert: isGiven(other), AssertDescription }],
    },
  ]),
)

/** What a text may name that is no parameter and no resource. */
const COMPUTED: Record<string, unknown> = {
  // What follows the @ of the sender, which may stand in brackets.
  MailDomain: {
    'Fn::Select': [0, { 'Fn::Split': ['>', { 'Fn::Select': [1, { 'Fn::Split': ['@', { Ref: 'MailFrom' }] }] }] }],
  },
  // Words of a search in CloudWatch.
  Words: { 'Fn::Join': [' ', { 'Fn::Split': ['-', { Ref: 'AWS::StackName' }] }] },
}

const EXECUTE_API = { 'Fn::Sub': 'https://${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}' }
const ADDRESS = when(
  'HasPublicUrl',
  { Ref: 'PublicUrl' },
  when('HasDomain', { 'Fn::Sub': 'https://${DomainName}' }, EXECUTE_API),
)

/** Values that the packaged template has, in place of which a launch has others. */
const REPLACED = new Map<string, unknown>(
  (
    [
      [{ Ref: 'AddressOfService' }, ADDRESS],
      [STREAM, when('HasOwnTable', { 'Fn::GetAtt': ['Table', 'StreamArn'] }, { 'Fn::GetAtt': ['Release', 'Stream'] })],
      [{ Ref: 'Images' }, when('HasOwnImages', { Ref: 'Images' }, { Ref: 'ExistingImages' })],
      [
        { 'Fn::Sub': '${Images.Arn}/*' },
        when(
          'HasOwnImages',
          { 'Fn::Sub': '${Images.Arn}/*' },
          { 'Fn::Sub': 'arn:${AWS::Partition}:s3:::${ExistingImages}/*' },
        ),
      ],
      [everything.mail?.from, { Ref: 'MailFrom' }],
      [everything.geocoder, { Ref: 'Geocoder' }],
    ] as const
  ).map(([found, by]) => [JSON.stringify(found), by]),
)

/** Names within texts. */
const TEXTS: [found: string, by: string][] = [
  [`turnout ${STAGE}`, of('Words')],
  [`turnout-${STAGE}`, of('AWS::StackName')],
  [STAGE, of('AWS::StackName')],
  [TABLE, of('Release.Table')],
  [TABLE_NAME, of('Release.Table')],
]

interface LaunchOptions {
  /** The SHA-256 of the archive, in hexadecimal digits. */
  sha256: string
  /** The address that the archive will have, where that is known. */
  archive?: string | undefined
}

/**
 * Makes the template of a launch from what lies in build/.
 * @throws Error where something in it would be of one stage alone
 */
export async function launchTemplate({ sha256, archive }: LaunchOptions): Promise<object> {
  const location = { region: REGION, tableStream: STREAM }
  await writeParts(STAGE, everything, location)
  serverless('package', { stage: STAGE, others: [], drain: 0, yes: true }, REGION, 'pipe')
  const packaged = packagedTemplate() as { Resources: Record<string, Resource>; Outputs: Record<string, Output> }
  const raw = (settings: Settings) => rawParts(partsOf(STAGE, settings, location))
  const all = raw(everything)
  const offs = Object.entries(without).map(([condition, settings]) => [condition, raw(settings)] as const)
  const resources = joinedEntries(
    all.Resources,
    offs.map(([condition, off]) => [condition, off.Resources]),
  )
  const outputs = joinedEntries(
    all.Outputs,
    offs.map(([condition, off]) => [condition, off.Outputs]),
  )
  const id = sha256.slice(0, 12)
  const { ServerlessDeploymentBucket: _bucket, ServerlessDeploymentBucketPolicy: _policy, ...made } = packaged.Resources
  const functions = Object.fromEntries(Object.entries(made).map(([name, each]) => [name, adapted(name, each, id)]))
  const Resources = {
    ...functions,
    ...resources.entries,
    ...releaseResources(sha256),
    ...organiserResources(functions, id),
    Budget: BUDGET,
  }
  underConditions(Resources)
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `Turnout ${version}: events and RSVPs. docs/owning.md, "In ten minutes".`,
    Metadata: { 'AWS::CloudFormation::Interface': parametersInterface() },
    Parameters: parametersSection(archive),
    Rules: RULES,
    Mappings: { EventDays: eventDays },
    Conditions: { ...CONDITIONS, ...resources.conditions, ...outputs.conditions },
    ...(launched({ Resources, Outputs: { ...outputs.entries, ...OUTPUTS } }) as object),
  }
  // The table's name is in the ids of what reads its stream.
  const text = JSON.stringify(template).replaceAll(pascal(TABLE), '')
  const left = [STAGE, TABLE, REGION, 'AddressOfService', 'sls:', 'self:'].filter((name) => text.includes(name))
  if (left.length > 0) throw new Error(`The template still names ${left.join(', ')}.`)
  return JSON.parse(text) as object
}

interface Output {
  Value: unknown
  Condition?: string
}

/** The resources and outputs that no CLI makes: they are parts as they are, with its variables resolved. */
function rawParts(parts: ReturnType<typeof partsOf>) {
  const { settings, api, roles, monitoring, queues, mail, backup } = parts
  const table = tableTemplate(TABLE, settings as unknown as Settings) as { Resources: { Table: Resource } }
  const own = { Resources: { Table: ownTable(table.Resources.Table) } }
  const all = [own, api, roles, monitoring, queues, mail, backup]
  const variable = (name: string) => {
    const value = (settings as Record<string, unknown>)[name]
    if (typeof value !== 'string') throw new Error(`A text names the setting ${name}, which is none.`)
    return value
  }
  const text = JSON.stringify({
    Resources: Object.assign({}, ...all.map(({ Resources }) => Resources)) as object,
    Outputs: Object.assign({}, ...all.map((part) => ('Outputs' in part ? part.Outputs : {}))) as object,
  })
    .replaceAll('${self:service}', 'turnout')
    .replaceAll('${sls:stage}', STAGE)
    .replaceAll('${file(./package.json):version}', version)
    .replaceAll(/\$\{self:custom\.settings\.(\w+)[^}]*\}/g, (_, name: string) => variable(name))
  return JSON.parse(text) as { Resources: Record<string, Resource>; Outputs: Record<string, Output> }
}

/** The table of a launch. It is ready for an event day, and stays when the stack is removed. */
function ownTable({ Properties = {}, ...others }: Resource): Resource {
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
function adapted(name: string, resource: Resource, id: string): Resource {
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

/** The bucket of the code, and what fills it. */
export function releaseResources(sha256: string): Record<string, Resource> {
  const fetcher = readFileSync(join(import.meta.dirname, 'fetch.py'), 'utf8')
  const longest = Math.max(...allEndpoints.map((each) => idOf(each).length))
  return {
    Files: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
    },
    ReleaseRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: assumedBy('lambda.amazonaws.com'),
        Policies: [
          policy('release', [
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], { 'Fn::GetAtt': ['FunctionLogs', 'Arn'] }),
            allow(['s3:PutObject', 's3:DeleteObject'], { 'Fn::Sub': '${Files.Arn}/*' }),
            allow(['s3:ListBucket'], { 'Fn::GetAtt': ['Files', 'Arn'] }),
            allow(['lambda:GetAccountSettings'], '*'),
            when(
              'HasOwnTable',
              { Ref: 'AWS::NoValue' },
              allow(['dynamodb:DescribeTable'], {
                'Fn::Sub': 'arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/${ExistingTable}',
              }),
            ),
          ]),
        ],
      },
    },
    ReleaseFunction: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: { ZipFile: fetcher },
        Handler: 'index.handler',
        Runtime: 'python3.13',
        Architectures: ['arm64'],
        MemorySize: 512,
        Timeout: 600,
        Role: { 'Fn::GetAtt': ['ReleaseRole', 'Arn'] },
        LoggingConfig: { LogGroup: { Ref: 'FunctionLogs' } },
      },
    },
    Release: {
      Type: 'Custom::Release',
      Properties: {
        ServiceToken: { 'Fn::GetAtt': ['ReleaseFunction', 'Arn'] },
        Archive: { Ref: 'Archive' },
        Sha256: sha256,
        Bucket: { Ref: 'Files' },
        Stack: { Ref: 'AWS::StackName' },
        // A name of a function has 64 letters at most.
        Longest: 64 - 1 - longest,
        Table: { Ref: 'ExistingTable' },
        AtOnce: [...new Set(queues.map(({ concurrency }) => concurrency))],
        Few: FEW,
        Fewest: FEWEST_OF_QUEUE,
      },
    },
  }
}

const WAITED_FOR = ['AWS::Lambda::Function', 'AWS::Lambda::EventSourceMapping']

/** The function has what all functions have, and is asked last: the link is to work. */
function organiserResources(functions: Record<string, Resource>, id: string): Record<string, Resource> {
  const [usual = { Type: '' }] = Object.values(functions).filter(({ Type }) => Type === 'AWS::Lambda::Function')
  const Condition = 'HasFirstOrganiser'
  const waitedFor = Object.keys(functions).filter((name) => WAITED_FOR.includes(functions[name]?.Type ?? ''))
  return {
    OrganiserRole: {
      ...roleOf([...firstOrganiserGrants.map(statement), when('HasKey', mayUseKey(of('KmsKey')))]),
      Condition,
    },
    OrganiserFunction: {
      ...usual,
      Condition,
      Properties: {
        ...usual.Properties,
        Code: { S3Bucket: { Ref: 'Files' }, S3Key: `${id}/launch-first-organiser.zip` },
        FunctionName: { Ref: 'AWS::NoValue' },
        Timeout: 30,
        Role: { 'Fn::GetAtt': ['OrganiserRole', 'Arn'] },
      },
    },
    Organiser: {
      Type: 'Custom::FirstOrganiser',
      Condition,
      DependsOn: ['HttpApiStage', ...waitedFor],
      Properties: {
        ServiceToken: { 'Fn::GetAtt': ['OrganiserFunction', 'Arn'] },
        Address: of('FirstOrganiser'),
        Group: of('Group'),
        Again: of('SignInAgain'),
        // A change asks again, and is refused where there is data.
        NativePrefix: of('NativePrefix'),
      },
    },
  }
}

const allow = (Action: string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource })

/** Resources that are there unless an owner names others, and what each of a kind has. */
function underConditions(resources: Record<string, Resource>): void {
  Object.assign(resources['Table'] as Resource, { Condition: 'HasOwnTable' })
  Object.assign(resources['Images'] as Resource, { Condition: 'HasOwnImages' })
  Object.assign((resources['HttpApi'] as Resource).Properties as object, {
    DisableExecuteApiEndpoint: when('IsOnlyDomain', true, false),
  })
  for (const { Type, Properties } of Object.values(resources))
    if (Type === 'AWS::IAM::Role')
      Object.assign(Properties as object, { PermissionsBoundary: when('HasBoundary', of('PermissionsBoundary')) })
}

/** AWS counts what an account costs some hours later, and not what each stack does. */
const BUDGET: Resource = {
  Type: 'AWS::Budgets::Budget',
  Condition: 'HasBudget',
  Properties: {
    Budget: {
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: of('MonthlyBudget'), Unit: 'USD' },
    },
    NotificationsWithSubscribers: (
      [
        ['ACTUAL', 80],
        ['FORECASTED', 100],
      ] as const
    ).map(([NotificationType, Threshold]) => ({
      Notification: { NotificationType, ComparisonOperator: 'GREATER_THAN', Threshold },
      Subscribers: [{ SubscriptionType: 'EMAIL', Address: of('AlarmAddress') }],
    })),
  },
}

const OUTPUTS: Record<string, Output> = {
  Address: { Value: { 'Fn::Join': ['', [ADDRESS, '/manage']] } },
  SignIn: { Condition: 'HasFirstOrganiser', Value: { 'Fn::GetAtt': ['Organiser', 'Link'] } },
  Next: {
    Value:
      'Open SignIn: the link works once, within a day. For another, update the stack with something else in SignInAgain. Then set MailFrom and AlarmAddress the same way; MailRecord1 to 3 are the records that mail needs.',
  },
}

/** What was packaged, as a launch has it: no text names a stage, and CloudFormation resolves the parameters. */
function launched(value: unknown): unknown {
  const replaced = REPLACED.get(JSON.stringify(value))
  if (replaced !== undefined) return replaced
  if (typeof value === 'string') return resolved(value)
  if (Array.isArray(value)) return value.map(launched)
  if (typeof value !== 'object' || value === null) return value
  const [name, text] = Object.entries(value)[0] ?? []
  if (name === 'Fn::Sub' && typeof text === 'string') return resolved(text)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, launched(inner)]))
}

/** A text, with the names in it resolved by CloudFormation. */
function resolved(text: string): unknown {
  const named = TEXTS.reduce((all, [found, by]) => all.replaceAll(found, by), text)
  const [, only] = /^\$\{([\w:.]+)\}$/.exec(named) ?? []
  if (only) return COMPUTED[only] ?? (/\.\w/.test(only) ? { 'Fn::GetAtt': only.split('.') } : { Ref: only })
  if (!named.includes('${')) return named
  const computed = Object.entries(COMPUTED).filter(([name]) => named.includes(of(name)))
  return { 'Fn::Sub': computed.length > 0 ? [named, Object.fromEntries(computed)] : named }
}
