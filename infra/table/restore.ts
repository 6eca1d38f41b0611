import {
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
  const table = await describeTable(client, source)
  // Without a time, a table that was restored itself is one whose restore was interrupted.
  const isBack = table?.RestoreSummary !== undefined && !wanted.at
  return table && !isBack ? restoreBeside(client, source, wanted) : restoreDeleted(client, source, wanted)
}

/** Restores a table as it was at a time, under another name. */
async function restoreBeside(
  client: DynamoDBClient,
  source: string,
  { stage, at, to }: Wanted,
): Promise<void> {
  if (!at) throw new Error('Name the time to restore, before the damage: --at 2026-11-21T09:00:00Z.')
  const name = to ?? `${source}-${at.toISOString().slice(0, 16).replace(/\D/g, '')}`
  if (name === source)
    throw new Error(`The table ${source} is in service. Restore to another name with --to.`)
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
  console.log(`  npm run switch -- --stage ${stage} --table ${name}`)
}

/**
 * Brings back a table that is gone, under its own name: from the backup that AWS makes of a table with point-in-time
 * recovery when it is deleted, and keeps for 35 days, or else from the newest one of the owner.
 */
async function restoreDeleted(client: DynamoDBClient, source: string, { stage, to }: Wanted): Promise<void> {
  const name = to ?? source
  if (!(await describeTable(client, name))) {
    const { BackupSummaries = [] } = await client.send(
      new ListBackupsCommand({ TableName: source, BackupType: 'ALL' }),
    )
    const newest = BackupSummaries.filter(({ BackupStatus }) => BackupStatus === 'AVAILABLE').sort(
      (one, other) => Number(other.BackupCreationDateTime) - Number(one.BackupCreationDateTime),
    )
    const backup = newest.find(({ BackupType }) => BackupType === 'SYSTEM') ?? newest[0]
    if (!backup?.BackupArn)
      throw new Error(
        `There is no table ${source}, and AWS keeps no backup of it. If the stage has backup, restore one in AWS Backup to a table with this name, and run this command again. docs/operating.md, "The table is gone", has more.`,
      )
    console.log(`${source} is gone. AWS has a backup of ${backup.BackupCreationDateTime?.toISOString()}.`)
    await client.send(
      new RestoreTableFromBackupCommand({ TargetTableName: name, BackupArn: backup.BackupArn }),
    )
  }
  console.log(`Restoring ${source} to ${name}. AWS may take hours.`)
  await untilActive(client, name)
  await settle(client, name)
  console.log(`\n${name} is complete. Next:`)
  console.log(`  TABLE_NAME=${name} npm run -s admin -- audit`)
  console.log(
    name === source
      ? `  npm run deploy -- --stage ${stage}     which follows the stream of the new table`
      : `  npm run switch -- --stage ${stage} --table ${name}`,
  )
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
