import type { StackStatus } from '@aws-sdk/client-cloudformation'
import { describe, expect, it } from 'vitest'
import { type Release, upgradeFaults } from '../../infra/release/release-check.js'
import { wordDeployments } from '../../infra/release/listed-deployments.js'
import { stackFault } from '../../infra/stack-state.js'
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

describe('the deployments that an owner may go back to', () => {
  const listed = `Select a timestamp from the deploy list below and run "sls rollback -t <timestamp>"

2026-11-24 18:58:28 UTC
Timestamp: 1795546708155
Files:
  - pages-get-event.zip

2026-11-24 19:07:00 UTC
Timestamp: 1795547220000
Files:
  - pages-get-event.zip
`

  it('are a line each, without their files, and one of them is in service', () => {
    const template = '{"S3Key":"serverless/turnout/prod/1795546708155-2026-11-24T18:58:28.155Z/pages-get-event.zip"}'
    expect(wordDeployments(listed, 'prod', template).split('\n')).toEqual([
      'The last deployments of prod, the newest last:',
      '  1795546708155  2026-11-24 18:58:28 UTC  in service',
      '  1795547220000  2026-11-24 19:07:00 UTC',
      'Go back to one of them: npm run deploy -- rollback --stage prod --timestamp TIMESTAMP',
    ])
  })

  it('are left as the serverless CLI says it where it lists none', () => {
    expect(wordDeployments("Couldn't find any existing deployments.", 'prod', '')).toBe(
      "Couldn't find any existing deployments.",
    )
  })
})

describe('a stack', () => {
  const fault = (status: string) => stackFault({ StackName: 'turnout-prod', StackStatus: status as StackStatus })

  it.each(['CREATE_IN_PROGRESS', 'UPDATE_IN_PROGRESS', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS'])(
    'in %s, as after an interrupted deployment, is left alone',
    (status) => expect(fault(status)).toMatch(`The stack turnout-prod is in ${status}: `),
  )

  it('that could not go back has a page', () => {
    expect(fault('UPDATE_ROLLBACK_FAILED')).toContain('docs/operating.md, "UPDATE_ROLLBACK_FAILED"')
  })

  it.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'])(
    'in %s takes a change',
    (status) => expect(fault(status)).toBeUndefined(),
  )

  it('that does not exist is made', () => {
    expect(stackFault(undefined)).toBeUndefined()
  })
})
