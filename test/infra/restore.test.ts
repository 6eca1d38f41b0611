import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keptBackup, restoreTable } from '../../infra/table/restore.js'

/*
 * The engines keep no backups, so a server answers in their place as AWS documents it: there are no tables, and backups
 * come in pages.
 */

const TABLE = 'turnout-prod'
const backup = (BackupName: string, day: number, BackupType: string, BackupStatus = 'AVAILABLE') => ({
  BackupName,
  BackupType,
  BackupStatus,
  TableName: TABLE,
  BackupArn: `arn:${BackupName}`,
  BackupCreationDateTime: day * 86_400,
})

describe('a table that is gone', () => {
  let pages: object[][] = []
  let asked: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const part of request) body += String(part)
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
      asked.push(operation)
      const { ExclusiveStartBackupArn = '0' } = JSON.parse(body) as { ExclusiveStartBackupArn?: string }
      const page = Number(ExclusiveStartBackupArn)
      const isListed = operation === 'ListBackups'
      response.writeHead(isListed ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' }).end(
        JSON.stringify(
          isListed
            ? {
                BackupSummaries: pages[page],
                ...(pages[page + 1] && { LastEvaluatedBackupArn: String(page + 1) }),
              }
            : { __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException' },
        ),
      )
    })()
  })
  let client: DynamoDBClient

  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    client = new DynamoDBClient({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    asked = []
  })

  it('comes back from the backup of its deletion, wherever that is among the others', async () => {
    pages = [
      [backup('daily', 30, 'AWS_BACKUP'), backup('by hand', 40, 'USER')],
      [backup('older deletion', 10, 'SYSTEM'), backup('deletion', 20, 'SYSTEM')],
    ]
    expect((await keptBackup(client, TABLE))?.BackupName).toBe('deletion')
  })

  it('comes back from the newest backup that is complete where AWS made none', async () => {
    pages = [
      [backup('daily', 10, 'AWS_BACKUP')],
      [backup('by hand', 20, 'USER'), backup('begun', 30, 'USER', 'CREATING')],
    ]
    expect((await keptBackup(client, TABLE))?.BackupName).toBe('by hand')
  })

  it('says what to do where nothing is kept of it', async () => {
    pages = [[]]
    await expect(restoreTable(client, TABLE, { stage: 'prod' })).rejects.toThrow(
      /AWS keeps no backup of a deleted table turnout-prod\. .*docs\/operating\.md, "The table is gone"/,
    )
    expect(asked).not.toContain('RestoreTableFromBackup')
  })

  it('is not restored to a time, of which AWS has none, as if the time had not been named', async () => {
    pages = [[backup('deletion', 20, 'SYSTEM')]]
    await expect(restoreTable(client, TABLE, { stage: 'prod', at: new Date(0) })).rejects.toThrow(
      'Bring it back without --at: npm run deploy -- restore --stage prod',
    )
    expect(asked).not.toContain('RestoreTableFromBackup')
  })
})
