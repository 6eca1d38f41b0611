import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLocalSettings } from '../../lib/runtime/environment.js'
import { lockData, openEngine, openLocalTable, prepareTable } from '../../local/engine/data.js'
import { answers } from '../../local/engine/engine.js'
import { engineEndpoint } from '../support/engine/engines.js'

let folder: string

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'turnout-data-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const settings = (dynamodbEndpoint?: string) =>
  readLocalSettings({ DATA_DIR: folder, ...(dynamodbEndpoint && { DYNAMODB_ENDPOINT: dynamodbEndpoint }) })

/** When the table behind this address was made: tells whether two addresses lead to the same one. */
async function birth({ endpoint, tableName }: { endpoint: string; tableName: string }) {
  const client = new DynamoDBClient({ endpoint })
  return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table?.CreationDateTime
}

describe('the local table', () => {
  it('is opened with an engine of its own when no server runs, and found again', async () => {
    const first = await openLocalTable(settings())
    expect(first.tableName).toBe('turnout')
    const born = await birth(first)
    await first.close()
    expect(await answers(first.endpoint)).toBe(false)
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toEqual([])

    const second = await openLocalTable(settings())
    expect(await birth(second)).toEqual(born)
    await second.close()
  })

  it('is opened through the engine of the server that runs', async () => {
    const lock = await lockData(folder, 'npm start', 0)
    const engine = await openEngine(folder, { shared: true })
    const opened = await openLocalTable(settings())
    expect(opened.endpoint).toBe(engine.endpoint)
    await opened.close()
    expect(await answers(engine.endpoint)).toBe(true)
    await engine.stop()
    lock.release()
  })

  it('waits for another command that has it', async () => {
    const first = await openLocalTable(settings())
    const opening = openLocalTable(settings())
    await first.close()
    const second = await opening
    expect(await answers(second.endpoint)).toBe(true)
    await second.close()
  })

  it('is in the DynamoDB of DYNAMODB_ENDPOINT when there is one', async () => {
    const endpoint = await engineEndpoint()
    const opened = await openLocalTable(settings(endpoint))
    expect(opened).toMatchObject({ endpoint, tableName: 'turnout' })
    expect(await birth(opened)).toEqual(await birth(await prepareTable(endpoint)))
    await opened.close()
    expect(await answers(endpoint)).toBe(true)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a data directory in use', () => {
  it('is refused with its holder', async () => {
    const lock = await lockData(folder, 'npm start', 0)
    const again = lockData(folder, 'npm start', 0)
    await expect(again).rejects.toThrow(
      `The data in ${folder} is in use by "npm start", process ${process.pid}: one at a time.`,
    )
    lock.release()
  })
})
