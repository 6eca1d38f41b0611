import { describe, expect, it } from 'vitest'
import { type Release, upgradeFaults } from '../../infra/release/release-check.js'
import { lastRelease, nextRelease } from '../../infra/release/release.js'

it('an owner of the last release can upgrade to this one, and loses no data by it', () => {
  expect(upgradeFaults(lastRelease(), nextRelease())).toEqual([])
})

describe('a release', () => {
  const last = nextRelease()
  const { table, holding } = last
  const index = (IndexName: string) => ({ ...table.GlobalSecondaryIndexes[0], IndexName }) as never
  const withIndexes = (...GlobalSecondaryIndexes: Release['table']['GlobalSecondaryIndexes']): Release => ({
    ...last,
    table: { ...table, GlobalSecondaryIndexes },
  })
  const faults = (next: Release) => upgradeFaults(last, next)
  const [first, ...others] = table.GlobalSecondaryIndexes as [never, ...never[]]

  it('that changes nothing is fine', () => {
    expect(faults(last)).toEqual([])
  })

  it('may add one index or remove one, and not two', () => {
    expect(faults(withIndexes(...table.GlobalSecondaryIndexes, index('a')))).toEqual([])
    expect(faults(withIndexes(...others))).toEqual([])
    expect(faults(withIndexes(...table.GlobalSecondaryIndexes, index('a'), index('b')))).toEqual([
      'It adds and removes a, b. DynamoDB changes one index with a deployment.',
    ])
    expect(faults(withIndexes(...others, index('a')))).toEqual([
      'It adds and removes a, members. DynamoDB changes one index with a deployment.',
    ])
  })

  it('may not change what an index holds, its key, or that of the table', () => {
    const narrower = { ...(first as object), Projection: { ProjectionType: 'KEYS_ONLY' } } as never
    expect(faults(withIndexes(narrower, ...others))).toEqual([
      'It changes the index members. Another index needs another name.',
    ])
    expect(faults({ ...last, table: { ...table, KeySchema: table.KeySchema.slice(0, 1) } })).toEqual([
      'It changes the key of the table.',
    ])
    const AttributeDefinitions = table.AttributeDefinitions.map((each) =>
      each.AttributeName === 'pk' ? { ...each, AttributeType: 'N' } : each,
    )
    expect(faults({ ...last, table: { ...table, AttributeDefinitions } })).toEqual([
      'It changes the type of pk, which is part of a key.',
    ])
  })

  it('may not lose, rename or replace what holds data', () => {
    const { FailureQueue: _, ...fewer } = holding
    expect(faults({ ...last, holding: fewer })).toEqual([
      'It has no FailureQueue (AWS::SQS::Queue) any more, which holds data.',
    ])
    const renamed = { ...holding, FunctionLogs: { Type: 'AWS::Logs::LogGroup', name: '/other' } }
    expect(faults({ ...last, holding: renamed })).toEqual([
      'It renames FunctionLogs from /turnout/${sls:stage}/functions to /other, which replaces it.',
    ])
    expect(faults({ ...last, holding: { ...holding, New: { Type: 'AWS::SQS::Queue' } } })).toEqual([])
  })
})
