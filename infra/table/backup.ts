import type { Settings } from '../settings.js'
import { tableArn } from './table.js'

/** The vault that keeps the backups of a stage. */
const VAULT = '${self:service}-${sls:stage}'

/** Every day at 03:00 UTC. */
const DAILY = 'cron(0 3 * * ? *)'

/**
 * Returns the resources of AWS Backup for a stage with `backup`: a daily backup of the table, kept for some days, and a
 * copy of each in a vault of another region or account. The vault stays when the stack is removed: AWS deletes none
 * with backups.
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
          BackupPlanName: VAULT,
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
          {
            'Fn::Sub': 'arn:${AWS::Partition}:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup',
          },
        ],
      },
    },
    BackupSelection: {
      Type: 'AWS::Backup::BackupSelection',
      Properties: {
        BackupPlanId: { Ref: 'BackupPlan' },
        BackupSelection: {
          SelectionName: 'table',
          IamRoleArn: { 'Fn::GetAtt': ['BackupRole', 'Arn'] },
          Resources: [tableArn()],
        },
      },
    },
  }
}
