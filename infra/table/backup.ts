import type { Settings } from '../settings.js'
import { tableArn } from './table.js'

const PLAN = '${self:service}-${sls:stage}'

/** A vault stays when its stack is removed, so the next one has another name: it ends in a part of the stack’s id. */
const VAULT = {
  'Fn::Join': [
    '-',
    [
      PLAN,
      {
        'Fn::Select': [
          0,
          { 'Fn::Split': ['-', { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] }] },
        ],
      },
    ],
  ],
}

/** Every day at 03:00 UTC. */
const DAILY = 'cron(0 3 * * ? *)'

/**
 * Returns the resources of AWS Backup for a stage with `backup`: a daily backup of the table and of the images, kept
 * for some days, and a copy of each in a vault of another region or account. The vault stays when the stack is removed:
 * AWS deletes none with backups.
 */
export function backupResources({ backup }: Settings): Record<string, object> {
  if (!backup) return {}
  const Lifecycle = { DeleteAfterDays: backup.keepDays }
  return {
    BackupVault: {
      Type: 'AWS::Backup::BackupVault',
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { BackupVaultName: VAULT },
    },
    BackupPlan: {
      Type: 'AWS::Backup::BackupPlan',
      Properties: {
        BackupPlan: {
          BackupPlanName: PLAN,
          BackupPlanRule: [
            {
              RuleName: 'daily',
              TargetBackupVault: { Ref: 'BackupVault' },
              ScheduleExpression: DAILY,
              Lifecycle,
              ...(backup.copyTo && {
                CopyActions: [{ DestinationBackupVaultArn: backup.copyTo, Lifecycle }],
              }),
            },
          ],
        },
      },
    },
    BackupRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Principal: { Service: 'backup.amazonaws.com' }, Action: 'sts:AssumeRole' }],
        },
        ManagedPolicyArns: [
          'service-role/AWSBackupServiceRolePolicyForBackup',
          'AWSBackupServiceRolePolicyForS3Backup',
        ].map((name) => ({ 'Fn::Sub': `arn:\${AWS::Partition}:iam::aws:policy/${name}` })),
      },
    },
    BackupSelection: {
      Type: 'AWS::Backup::BackupSelection',
      Properties: {
        BackupPlanId: { Ref: 'BackupPlan' },
        BackupSelection: {
          SelectionName: 'table-and-images',
          IamRoleArn: { 'Fn::GetAtt': ['BackupRole', 'Arn'] },
          Resources: [tableArn(), { 'Fn::Sub': '${Images.Arn}' }],
        },
      },
    },
  }
}
