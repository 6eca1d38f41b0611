import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startConsumers } from '../../local/stream/consumers.js'
import type { Handler } from '../../local/http/gateway.js'
import type { StreamPoller } from '../../local/stream/stream-poller.js'
import { freshTable, startStream } from '../support/engine/tables.js'

let consumers: StreamPoller | undefined

afterEach(async () => {
  await consumers?.stop()
  vi.restoreAllMocks()
})

const loading = (handlers: Record<string, Handler>) => ({
  load: async (name: string) => handlers[name] ?? (() => undefined),
})

describe('the consumers of the local server', () => {
  it('get the records that their deployed filters pass', async () => {
    const address = await startStream(await freshTable())
    const assigning = vi.fn()
    const fanningOut = vi.fn()
    const handlers = { 'streams/assign-ordinals': assigning, 'streams/fan-out': fanningOut }
    consumers = startConsumers(address, loading(handlers))
    const client = new DynamoDBClient({ endpoint: address.endpoint })
    const put = (attribute: string) => {
      const Item = { pk: { S: attribute }, sk: { S: String(Math.random()) }, [attribute]: { S: 'x' } }
      return client.send(new PutItemCommand({ TableName: address.tableName, Item }))
    }
    await vi.waitFor(
      async () => {
        await Promise.all([put('waits_for'), put('waits_for_people'), put('other')])
        expect([assigning.mock.calls.length > 0, fanningOut.mock.calls.length > 0]).toEqual([true, true])
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(JSON.stringify(assigning.mock.calls)).not.toMatch(/waits_for_people|other/)
    expect(JSON.stringify(fanningOut.mock.calls)).not.toMatch(/"waits_for"|other/)
    client.destroy()
  })

  it('run by their schedule from the start on, also after a run that has failed', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    const sweeping = vi.fn().mockRejectedValueOnce(new Error('not now')).mockResolvedValue(undefined)
    consumers = startConsumers(await startStream(await freshTable()), loading({ 'schedules/sweep': sweeping }), {
      schedules: [{ consumer: 'schedules/sweep', everyMs: 20, seconds: 60 }],
    })
    await vi.waitFor(() => expect(sweeping.mock.calls.length).toBeGreaterThan(2), { timeout: 60_000 })
    expect(told.mock.calls).toEqual([['schedules/sweep has failed: Error: not now']])
  })
})
