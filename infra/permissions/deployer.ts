import { join } from 'node:path'

/*
 * The permissions that a person or a program needs to deploy, as an IAM policy. `npx tsx
 * infra/permissions/permissions.ts` writes docs/deployer-policy.json; a test asks for every kind of resource in the
 * template.
 */

interface Statement {
  Sid: string
  Effect: 'Allow'
  Action: string[]
  Resource: string[]
  Condition?: object
}

const AT = 'arn:aws:%:REGION:ACCOUNT'
const at = (service: string, ...names: string[]) => names.map((name) => `${AT.replace('%', service)}:${name}`)
const own = (service: string, ...kinds: string[]) => at(service, ...kinds.map((kind) => `${kind}turnout-STAGE*`))
const all = (service: string, ...verbs: string[]) => verbs.map((verb) => `${service}:${verb}`)
const may = (Sid: string, Action: string[], Resource: string[], Condition?: object): Statement => ({
  Sid,
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition && { Condition }),
})

const ROLES = ['arn:aws:iam::ACCOUNT:role/turnout-STAGE*']

/** Permissions of the commands themselves, for any template. */
const commands = [
  may(
    'Stacks',
    all(
      'cloudformation',
      'CreateStack',
      'UpdateStack',
      'DeleteStack',
      'CreateChangeSet',
      'ExecuteChangeSet',
      'DeleteChangeSet',
      'ContinueUpdateRollback',
      'DescribeChangeSet',
      'DescribeStackEvents',
      'DescribeStackResource',
      'DescribeStackResources',
      'DescribeStacks',
      'GetTemplate',
      'ListStackResources',
      'TagResource',
    ),
    at('cloudformation', 'stack/turnout-STAGE*/*'),
  ),
  may(
    'Account',
    [
      'cloudformation:ValidateTemplate',
      'lambda:GetAccountSettings',
      'lambda:ListFunctions',
      'ses:GetAccount',
      'backup-storage:MountCapsule',
    ],
    ['*'],
  ),
  may(
    'BoundedRoles',
    all(
      'iam',
      'DeleteRole',
      'GetRole',
      'UpdateRole',
      'UpdateAssumeRolePolicy',
      'TagRole',
      'GetRolePolicy',
      'ListRolePolicies',
      'ListAttachedRolePolicies',
    ),
    ROLES,
  ),
  may('PassRoles', ['iam:PassRole'], ROLES, {
    StringEquals: {
      'iam:PassedToService': ['lambda.amazonaws.com', 'apigateway.amazonaws.com', 'backup.amazonaws.com'],
    },
  }),
  may(
    'Restores',
    all(
      'dynamodb',
      'RestoreTableToPointInTime',
      'ListBackups',
      'RestoreTableFromBackup',
      'BatchWriteItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'Scan',
      'UpdateItem',
    ),
    own('dynamodb', 'table/'),
  ),
  // `kmsKey` and vaults of backups: the services ask for the key in the name of the principal that makes the table.
  may(
    'Keys',
    all(
      'kms',
      'CreateGrant',
      'Decrypt',
      'DescribeKey',
      'Encrypt',
      'GenerateDataKey',
      'ReEncryptFrom',
      'ReEncryptTo',
      'RetireGrant',
    ),
    at('kms', 'key/*'),
    {
      StringEquals: {
        'kms:ViaService': ['dynamodb', 'backup'].map((name) => `${name}.REGION.amazonaws.com`),
      },
    },
  ),
]

/** Permissions that CloudFormation uses in the name of the deployer, by kind of resource. */
const byType: Record<string, Statement> = {
  'AWS::ApiGatewayV2::Api': may(
    'Api',
    all('apigateway', 'DELETE', 'GET', 'PATCH', 'POST', 'PUT', 'TagResource'),
    ['apis', 'apis/*', 'domainnames', 'domainnames/*', 'tags/*'].map((path) => `arn:aws:apigateway:REGION::/${path}`),
  ),
  'AWS::Backup::BackupPlan': may(
    'Backups',
    all(
      'backup',
      'CreateBackupPlan',
      'DeleteBackupPlan',
      'GetBackupPlan',
      'UpdateBackupPlan',
      'TagResource',
      'CreateBackupSelection',
      'DeleteBackupSelection',
      'GetBackupSelection',
      'ListTags',
      'CreateBackupVault',
      'DeleteBackupVault',
      'DescribeBackupVault',
    ),
    at('backup', 'backup-plan:*', 'backup-vault:turnout-STAGE-*'),
  ),
  // CloudFormation names the budget, and not after the stack.
  'AWS::Budgets::Budget': may('Budget', all('budgets', 'ModifyBudget', 'ViewBudget', 'TagResource'), [
    'arn:aws:budgets::ACCOUNT:budget/*',
  ]),
  'AWS::CloudWatch::Alarm': may(
    'Alarms',
    all('cloudwatch', 'DeleteAlarms', 'DescribeAlarms', 'PutMetricAlarm', 'TagResource'),
    own('cloudwatch', 'alarm:'),
  ),
  'AWS::CloudWatch::Dashboard': may(
    'Dashboard',
    all('cloudwatch', 'DeleteDashboards', 'GetDashboard', 'PutDashboard'),
    ['arn:aws:cloudwatch::ACCOUNT:dashboard/turnout-STAGE'],
  ),
  'AWS::DynamoDB::Table': may(
    'Table',
    all(
      'dynamodb',
      'CreateTable',
      'UpdateTable',
      'DescribeTable',
      'DescribeTimeToLive',
      'UpdateTimeToLive',
      'DescribeContinuousBackups',
      'UpdateContinuousBackups',
      'ListTagsOfResource',
      'TagResource',
      'DescribeContributorInsights',
      'DescribeKinesisStreamingDestination',
      'GetResourcePolicy',
    ),
    own('dynamodb', 'table/'),
  ),
  'AWS::Events::Rule': may(
    'Rules',
    all('events', 'DeleteRule', 'DescribeRule', 'PutRule', 'PutTargets', 'RemoveTargets', 'TagResource'),
    own('events', 'rule/'),
  ),
  'AWS::IAM::Role': may(
    'Roles',
    all(
      'iam',
      'CreateRole',
      'PutRolePermissionsBoundary',
      'AttachRolePolicy',
      'DetachRolePolicy',
      'PutRolePolicy',
      'DeleteRolePolicy',
    ),
    ROLES,
    // Whoever makes roles with any policy is an administrator, but for the boundary that each of them must have.
    { StringEquals: { 'iam:PermissionsBoundary': 'arn:aws:iam::ACCOUNT:policy/turnout-STAGE-boundary' } },
  ),
  'AWS::Lambda::Function': may(
    'Functions',
    all(
      'lambda',
      'CreateFunction',
      'DeleteFunction',
      'GetFunction',
      'GetFunctionConfiguration',
      'UpdateFunctionCode',
      'UpdateFunctionConfiguration',
      'PutFunctionConcurrency',
      'DeleteFunctionConcurrency',
      'PublishVersion',
      'ListVersionsByFunction',
      'CreateAlias',
      'UpdateAlias',
      'DeleteAlias',
      'GetAlias',
      'PutProvisionedConcurrencyConfig',
      'GetProvisionedConcurrencyConfig',
      'DeleteProvisionedConcurrencyConfig',
      'PutFunctionEventInvokeConfig',
      'GetFunctionEventInvokeConfig',
      'DeleteFunctionEventInvokeConfig',
      'AddPermission',
      'RemovePermission',
      'GetPolicy',
      'TagResource',
      // Resources of the launched template that are functions.
      'InvokeFunction',
    ),
    own('lambda', 'function:'),
  ),
  'AWS::Lambda::LayerVersion': may(
    'Layers',
    all('lambda', 'DeleteLayerVersion', 'GetLayerVersion', 'PublishLayerVersion'),
    at('lambda', 'layer:locations*', 'layer:explorer*', 'layer:turnout-STAGE-*'),
  ),
  'AWS::Lambda::EventSourceMapping': may(
    'Mappings',
    all(
      'lambda',
      'CreateEventSourceMapping',
      'UpdateEventSourceMapping',
      'DeleteEventSourceMapping',
      'GetEventSourceMapping',
      'ListEventSourceMappings',
    ),
    ['*'],
  ),
  'AWS::Logs::LogGroup': may(
    'Logs',
    all(
      'logs',
      'CreateLogGroup',
      'DeleteLogGroup',
      'PutRetentionPolicy',
      'DeleteRetentionPolicy',
      'TagResource',
      'ListTagsForResource',
      'PutMetricFilter',
      'DeleteMetricFilter',
      'DescribeMetricFilters',
    ),
    at('logs', 'log-group:/turnout/STAGE/*', 'log-group:/turnout/turnout-STAGE/*'),
  ),
  // The access log is a delivery, which IAM knows no name of.
  'AWS::Logs::QueryDefinition': may(
    'Deliveries',
    all(
      'logs',
      'CreateLogDelivery',
      'DeleteLogDelivery',
      'DescribeLogGroups',
      'DescribeResourcePolicies',
      'GetLogDelivery',
      'ListLogDeliveries',
      'PutResourcePolicy',
      'UpdateLogDelivery',
      'DeleteQueryDefinition',
      'DescribeQueryDefinitions',
      'PutQueryDefinition',
    ),
    ['*'],
  ),
  'AWS::S3::Bucket': may(
    'Bucket',
    all(
      's3',
      'CreateBucket',
      'DeleteBucket',
      'DeleteBucketPolicy',
      'DeleteObject',
      'DeleteObjectVersion',
      'GetBucketLocation',
      'GetBucketPolicy',
      'GetBucketVersioning',
      'GetEncryptionConfiguration',
      'GetObject',
      'ListBucket',
      'ListBucketVersions',
      'PutBucketPolicy',
      'PutEncryptionConfiguration',
      'PutObject',
      'PutBucketTagging',
      'PutBucketPublicAccessBlock',
      'GetBucketPublicAccessBlock',
      'PutBucketVersioning',
      'GetLifecycleConfiguration',
      'PutLifecycleConfiguration',
    ),
    ['arn:aws:s3:::turnout-STAGE-*', 'arn:aws:s3:::turnout-STAGE-*/*'],
  ),
  'AWS::SNS::Topic': may(
    'Topic',
    all(
      'sns',
      'CreateTopic',
      'DeleteTopic',
      'GetTopicAttributes',
      'ListSubscriptionsByTopic',
      'SetTopicAttributes',
      'Subscribe',
      'Unsubscribe',
      'ListTagsForResource',
      'TagResource',
      'GetDataProtectionPolicy',
    ),
    own('sns', ''),
  ),
  'AWS::SQS::Queue': may(
    'Queues',
    all(
      'sqs',
      'CreateQueue',
      'DeleteQueue',
      'GetQueueAttributes',
      'GetQueueUrl',
      'ListQueueTags',
      'SetQueueAttributes',
      'TagQueue',
    ),
    own('sqs', ''),
  ),
  'AWS::SES::ConfigurationSet': may(
    'Mail',
    all(
      'ses',
      'CreateConfigurationSet',
      'DeleteConfigurationSet',
      'GetConfigurationSet',
      'PutConfigurationSet*',
      'CreateConfigurationSetEventDestination',
      'DeleteConfigurationSetEventDestination',
      'GetConfigurationSetEventDestinations',
      'UpdateConfigurationSetEventDestination',
      'CreateEmailIdentity',
      'DeleteEmailIdentity',
      'GetEmailIdentity',
      'PutEmailIdentity*',
      'TagResource',
    ),
    at('ses', 'configuration-set/*', 'identity/*'),
  ),
}

/** Kinds that need nothing besides what another kind needs. */
const SAME_AS: Record<string, string> = {
  'AWS::ApiGatewayV2::ApiMapping': 'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::DomainName': 'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage': 'AWS::ApiGatewayV2::Api',
  'AWS::Backup::BackupSelection': 'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupVault': 'AWS::Backup::BackupPlan',
  'AWS::Lambda::Alias': 'AWS::Lambda::Function',
  'AWS::Logs::MetricFilter': 'AWS::Logs::LogGroup',
  'AWS::Lambda::EventInvokeConfig': 'AWS::Lambda::Function',
  'AWS::Lambda::Permission': 'AWS::Lambda::Function',
  'AWS::Lambda::Version': 'AWS::Lambda::Function',
  'AWS::S3::BucketPolicy': 'AWS::S3::Bucket',
  'AWS::SES::ConfigurationSetEventDestination': 'AWS::SES::ConfigurationSet',
  'AWS::SES::EmailIdentity': 'AWS::SES::ConfigurationSet',
  'AWS::SNS::Subscription': 'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy': 'AWS::SNS::Topic',
  'AWS::SQS::QueuePolicy': 'AWS::SQS::Queue',
  'Custom::FirstOrganizer': 'AWS::Lambda::Function',
  'Custom::Release': 'AWS::Lambda::Function',
}

/** @returns the kinds of resources that the policy says nothing about */
export const unknownTypes = (types: string[]): string[] => types.filter((type) => !((SAME_AS[type] ?? type) in byType))

export const policy = { Version: '2012-10-17', Statement: [...commands, ...Object.values(byType)] }

export const POLICY_FILE = join(import.meta.dirname, '../..', 'docs', 'deployer-policy.json')

/** The file, as it stands when it is current. */
export const policyText = (): string => `${JSON.stringify(policy, undefined, 2)}\n`
