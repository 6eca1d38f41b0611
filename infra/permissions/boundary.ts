import { join } from 'node:path'
import type { Settings } from '../settings.js'

/*
 * The most that any role of a stage can ever do, whatever its policies say: a permissions boundary. The owner of the
 * account makes the policy once; with `permissionsBoundary` each role of the stack has it, and the deployer can make no
 * role without it. `npx tsx infra/permissions/permissions.ts` writes docs/boundary-policy.json.
 */

const at = (service: string, ...names: string[]) => names.map((name) => `arn:aws:${service}:REGION:ACCOUNT:${name}`)

const may = (Action: string[], Resource: string[], Condition?: object) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition && { Condition }),
})

/** The policy. A test holds every action of every role against it. */
export const boundary = {
  Version: '2012-10-17',
  Statement: [
    may(
      [
        'GetItem',
        'BatchGetItem',
        'Query',
        'Scan',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
        'BatchWriteItem',
        'PartiQLInsert',
        'DescribeStream',
        'GetRecords',
        'GetShardIterator',
        'ListStreams',
        // AWS Backup does these in the role of backups.
        'StartAwsBackupJob',
        'CreateBackup',
        'DescribeBackup',
        'DescribeTable',
        'ListTagsOfResource',
      ].map((action) => `dynamodb:${action}`),
      at('dynamodb', 'table/turnout-STAGE*'),
    ),
    may(['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault', 'backup:TagResource'], at('backup', '*')),
    may(
      ['kms:Decrypt', 'kms:Encrypt', 'kms:DescribeKey', 'kms:GenerateDataKey', 'kms:CreateGrant'],
      at('kms', 'key/*'),
      {
        StringEquals: { 'kms:ViaService': ['dynamodb', 'backup'].map((name) => `${name}.REGION.amazonaws.com`) },
      },
    ),
    may(
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      at('logs', 'log-group:/turnout/STAGE/*', 'log-group:/turnout/turnout-STAGE/*'),
    ),
    may(
      ['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      at('sqs', 'turnout-STAGE*'),
    ),
    // The function that fills a launched stack's bucket also lists and deletes, and reads the account's limit of
    // instances.
    may(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], ['arn:aws:s3:::turnout-STAGE-*/*']),
    may(['s3:ListBucket'], ['arn:aws:s3:::turnout-STAGE-*']),
    // AWS Backup does these in the role of backups, for the images.
    may(
      [
        'GetBucketAcl',
        'GetBucketLocation',
        'GetBucketNotification',
        'GetBucketTagging',
        'GetBucketVersioning',
        'GetInventoryConfiguration',
        'GetObjectAcl',
        'GetObjectTagging',
        'GetObjectVersion',
        'GetObjectVersionAcl',
        'GetObjectVersionTagging',
        'ListBucketVersions',
        'PutBucketNotification',
        'PutInventoryConfiguration',
      ].map((action) => `s3:${action}`),
      ['arn:aws:s3:::turnout-STAGE-*', 'arn:aws:s3:::turnout-STAGE-*/*'],
    ),
    may(
      [
        'DeleteRule',
        'DescribeRule',
        'DisableRule',
        'EnableRule',
        'ListTargetsByRule',
        'PutRule',
        'PutTargets',
        'RemoveTargets',
      ].map((action) => `events:${action}`),
      at('events', 'rule/AwsBackupManagedRule*'),
    ),
    may(['ses:SendEmail'], at('ses', 'identity/*', 'configuration-set/*')),
    may(['lambda:InvokeFunction'], at('lambda', 'function:turnout-STAGE*')),
    may(['geo-places:Geocode'], ['arn:aws:geo-places:REGION::provider/default']),
    // IAM knows no resource of these.
    may(
      [
        'xray:PutTraceSegments',
        'xray:PutTelemetryRecords',
        'tag:GetResources',
        'lambda:GetAccountSettings',
        'cloudwatch:GetMetricData',
        'events:ListRules',
        's3:ListAllMyBuckets',
      ],
      ['*'],
    ),
  ],
}

export const BOUNDARY_FILE = join(import.meta.dirname, '../..', 'docs', 'boundary-policy.json')

/** The file, as it stands when it is current. */
export const boundaryText = (): string => `${JSON.stringify(boundary, undefined, 2)}\n`

interface Resource {
  Type?: string
  Properties?: object
}

/** Returns resources of the template, whose roles have the boundary of the settings, if there is one. */
export const bounded = (
  { permissionsBoundary }: Pick<Settings, 'permissionsBoundary'>,
  resources: object,
): Record<string, object> =>
  Object.fromEntries(
    Object.entries(resources as Record<string, Resource>).map(([id, resource]) => [
      id,
      permissionsBoundary !== undefined && resource.Type === 'AWS::IAM::Role'
        ? { ...resource, Properties: { ...resource.Properties, PermissionsBoundary: permissionsBoundary } }
        : resource,
    ]),
  )
