import { describe, expect, it } from 'vitest'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { parse } from 'yaml'
import { settingsOf } from '../../infra/settings.js'
import { withTable } from '../../infra/table/switch.js'
import { describeTable, faultsOf } from '../../infra/table/table-faults.js'
import { tableNameOf, tableTemplate } from '../../infra/table/table.js'
import { templateFaults, type Template } from '../support/lambda/cloudformation.js'
import { freshTable, startStream } from '../support/engine/tables.js'

const good = settingsOf('dev')

describe('the stack of a table', () => {
  const template = tableTemplate('turnout-test', good) as Template

  it('holds the table alone, kept whatever happens to the stack', () => {
    expect(Object.keys(template.Resources)).toEqual(['Table'])
    expect(template.Resources['Table']).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        TableName: 'turnout-test',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        TimeToLiveSpecification: { Enabled: true },
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      },
    })
  })

  it('is what CloudFormation knows', () => {
    expect(templateFaults(template)).toEqual([])
  })

  it('has no outputs, with which CloudFormation would refuse to import a table', () => {
    expect(template.Outputs).toBeUndefined()
  })
})

describe('a table with every option', () => {
  const kmsKey = 'arn:aws:kms:eu-central-1:123456789012:key/1'
  const throughputCap = { read: 9_000, write: 4_000 }
  const template = tableTemplate('turnout-test', { ...good, kmsKey, throughputCap }) as Template
  const { Properties } = template.Resources['Table']!

  it('is what CloudFormation knows', () => {
    expect(templateFaults(template)).toEqual([])
  })

  it('is encrypted with the key of its owner', () => {
    expect(Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: kmsKey })
    expect(tableTemplate('turnout-test', good)).not.toHaveProperty('Resources.Table.Properties.SSESpecification')
  })

  it('takes no more than the cap, and no index of it does', () => {
    const OnDemandThroughput = { MaxReadRequestUnits: 9_000, MaxWriteRequestUnits: 4_000 }
    for (const each of [Properties, ...Properties.GlobalSecondaryIndexes])
      expect(each).toMatchObject({ OnDemandThroughput })
  })
})

describe('the table in service', () => {
  it('is the own one of the stage unless the settings name another', () => {
    expect(tableNameOf('prod', {})).toBe('turnout-prod')
    expect(tableNameOf('prod', { table: 'turnout-prod-1' })).toBe('turnout-prod-1')
  })

  const stages =
    'dev: # first\n  &defaults\n  nativePrefix: service\nprod:\n  <<: *defaults\n  # Who hears.\n  logRetentionInDays: 90\n'

  it('is named in the settings of its stage, whose comments stay', () => {
    const switched = withTable(stages, 'prod', 'turnout-prod-1')
    expect(switched).toContain('  table: turnout-prod-1\n')
    expect(switched).toContain('# Who hears.')
    expect(switched).toContain('<<: *defaults')
    expect(withTable(switched, 'prod', 'turnout-prod-2')).toContain('table: turnout-prod-2')
  })

  it('is not taken over by a stage that has its other settings from this one', () => {
    const switched = parse(withTable(stages, 'dev', 'turnout-dev-1'), { merge: true })
    expect(switched).toMatchObject({ dev: { table: 'turnout-dev-1' }, prod: { table: 'turnout-prod' } })
  })

  it('is named no more when it is the own one again', () => {
    expect(withTable(withTable(stages, 'prod', 'turnout-prod-1'), 'prod', 'turnout-prod')).toBe(stages)
  })
})

describe('a table that is to serve', () => {
  it('has all that the template says, or is told what it lacks', async () => {
    const { endpoint, tableName } = await startStream(await freshTable())
    const table = (await describeTable(new DynamoDBClient({ endpoint }), tableName)) ?? {}
    const complete = { ...table, TableName: 'restored', DeletionProtectionEnabled: true }
    expect(faultsOf(complete, 'expires', true)).toEqual([])
    const { StreamSpecification: _, GlobalSecondaryIndexes = [], ...restored } = complete
    const without = GlobalSecondaryIndexes.filter(({ IndexName }) => IndexName !== 'starts')
    expect(faultsOf({ ...restored, GlobalSecondaryIndexes: without }, undefined, false)).toEqual([
      'restored lacks the index starts',
      'restored has no stream',
      'restored lets nothing expire',
      'restored has no point-in-time recovery',
    ])
    expect(faultsOf({ ...complete, KeySchema: [], DeletionProtectionEnabled: false }, 'expires', true)).toEqual([
      'restored has another key',
      'restored has no deletion protection',
    ])
  })

  it('is not described where it does not exist', async () => {
    const { endpoint } = await freshTable()
    expect(await describeTable(new DynamoDBClient({ endpoint }), 'nowhere')).toBeUndefined()
  })
})
