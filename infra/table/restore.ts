import {
  type BackupSummary,
  type DynamoDBClient,
  ListBackupsCommand,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  type StreamViewType,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import type { Options } from '../options.js'
import { describeTable, tableFaults } from './table-faults.js'
import { tableProperties } from './table.js'

type Wanted = Pick<Options, 'stage' | 'at' | 'to'>

/**
 * Restores the table in service, and sets what a restore leaves behind. It changes nothing in service, and goes on
 * where it was interrupted.
 * @throws Error where the time is missing, the name is that of the table in service, or nothing is left of the table
 */
export async function restoreTable(client: DynamoDBClient, source: string, wanted: Wanted): Promise<void> {
  const { stage, at, to } = wanted
  const table = await describeTable(client, source)
  if (!table && at)
    throw new Error(
      `The table ${source} is gone: AWS has its state when it was deleted, and no earlier time. Bring it back without --at: npm run deploy -- restore --stage ${stage}. Then restore it to the time.`,
    )
  // Without a time, a table that was restored itself is one whose restore was interrupted.
  const isBack = table?.RestoreSummary !== undefined && !at
  // An empty table was deployed in the place of one that was deleted: that one comes back under another name.
  const isReplaced = table && !at && to !== undefined && (await keptBackup(client, source))?.BackupType === 'SYSTEM'
  return table && !isBack && !isReplaced
    ? restoreBeside(client, source, wanted)
    : restoreDeleted(client, source, wanted)
}

/** Restores a table as it was at a time, under another name. */
async function restoreBeside(client: DynamoDBClient, source: string, { stage, at, to }: Wanted): Promise<void> {
  if (!at) throw new Error('Name the time to restore, before the damage: --at 2026-11-21T09:00:00Z.')
  const name = to ?? `${source}-${at.toISOString().slice(0, 16).replace(/\D/g, '')}`
  if (name === source) throw new Error(`The table ${source} is in service. Restore to another name with --to.`)
  if (!(await describeTable(client, name)))
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: source,
        TargetTableName: name,
        RestoreDateTime: at,
      }),
    )
  console.log(`Restoring ${source} to ${name}. AWS may take hours.`)
  await untilActive(client, name)
  await settle(client, name)
  console.log(`\n${name} is complete. Next:`)
  console.log(`  TABLE_NAME=${name} npm run -s admin -- repair`)
  console.log(`  TABLE_NAME=${name} npm run -s admin -- audit`)
  console.log(`  npm run deploy -- switch --stage ${stage} --table ${name}`)
}

/**
 * Brings back a table that is gone, under its own name or another one: from the backup that AWS makes of a table with
 * point-in-time recovery when it is deleted, and keeps for 35 days, or else from the newest one of the owner.
 */
async function restoreDeleted(client: DynamoDBClient, source: string, { stage, to }: Wanted): Promise<void> {
  const name = to ?? source
  const existing = await describeTable(client, name)
  if (!existing) await restoreBackup(client, source, name)
  if (existing?.TableStatus === 'ACTIVE' && (await tableFaults(client, existing)).length === 0)
    console.log(
      `${name} is there and complete: nothing was restored now. To go back to a time before some damage, name it: --at 2026-11-21T09:00:00Z.`,
    )
  else {
    console.log(`Restoring ${name}. AWS may take hours.`)
    await untilActive(client, name)
    await settle(client, name)
    console.log(`\n${name} is complete.`)
  }
  console.log('After a restore comes:')
  console.log(`  TABLE_NAME=${name} npm run -s admin -- audit`)
  console.log(
    name === source
      ? `  npm run deploy -- --stage ${stage}     which follows the stream of the new table`
      : `  npm run deploy -- switch --stage ${stage} --table ${name}`,
  )
}

async function restoreBackup(client: DynamoDBClient, source: string, name: string): Promise<void> {
  const backup = await keptBackup(client, source)
  if (!backup)
    throw new Error(
      `AWS keeps no backup of a deleted table ${source}. If the stage has backup, restore one in AWS Backup to a table with this name, and run this command again. docs/operating.md, "The table is gone", has more.`,
    )
  console.log(`AWS has a backup of ${source} of ${backup.BackupCreationDateTime?.toISOString()}.`)
  await client.send(new RestoreTableFromBackupCommand({ TargetTableName: name, BackupArn: backup.BackupArn }))
}

/** Finds the backup that AWS made when a table was deleted, or else the newest one; AWS lists a hundred at once. */
export async function keptBackup(client: DynamoDBClient, TableName: string): Promise<BackupSummary | undefined> {
  const found: BackupSummary[] = []
  let from: string | undefined
  do {
    const { BackupSummaries = [], LastEvaluatedBackupArn } = await client.send(
      new ListBackupsCommand({
        TableName,
        BackupType: 'ALL',
        ...(from !== undefined && { ExclusiveStartBackupArn: from }),
      }),
    )
    found.push(...BackupSummaries.filter(({ BackupStatus }) => BackupStatus === 'AVAILABLE'))
    from = LastEvaluatedBackupArn
  } while (from !== undefined)
  found.sort((one, other) => Number(other.BackupCreationDateTime) - Number(one.BackupCreationDateTime))
  return found.find(({ BackupType }) => BackupType === 'SYSTEM') ?? found[0]
}

const untilActive = (client: DynamoDBClient, TableName: string) =>
  waitUntilTableExists({ client, maxWaitTime: 24 * 3600, minDelay: 1, maxDelay: 20 }, { TableName })

/** Restores the settings of the table that a restore leaves out. @throws Error naming what is still missing */
async function settle(client: DynamoDBClient, name: string): Promise<void> {
  const table = await describeTable(client, name)
  const missing = table ? await tableFaults(client, table) : []
  const lacks = (what: string) => missing.some((each) => each.endsWith(what))
  const { StreamViewType } = tableProperties.StreamSpecification
  if (lacks('no stream')) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: StreamViewType as StreamViewType }
    await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification }))
    await untilActive(client, name)
  }
  if (lacks('no deletion protection')) {
    await client.send(new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: true }))
    await untilActive(client, name)
  }
  if (lacks('nothing expire'))
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: tableProperties.TimeToLiveSpecification,
      }),
    )
  if (lacks('no point-in-time recovery'))
    await client.send(
      new UpdateContinuousBackupsCommand({
        TableName: name,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    )
  const restored = await describeTable(client, name)
  const faults = restored ? await tableFaults(client, restored) : [`${name} is gone`]
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
