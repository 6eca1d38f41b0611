import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OsdiError } from '../../lib/runtime/errors.js'
import { withIdempotency } from '../../lib/http/state/idempotency.js'
import { answerStore } from '../../lib/http/state/answer-store.js'
import { openTable } from '../../lib/table/table.js'
import type { LocalTable } from '../../local/engine/data.js'
import { freshTable } from '../support/engine/tables.js'

let address: LocalTable
let answers: ReturnType<typeof answerStore>
let written: string

beforeEach(async () => {
  address = await freshTable()
  answers = answerStore(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }))
  written = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => ((written += String(line)), true))
})
afterEach(() => void vi.restoreAllMocks())

const request = { scope: ['group:one', 'POST', '/api/v2/events', 'name'], fingerprint: 'x' }
const done = async () => ({ status: 200, headers: {}, body: '{}' })
const dropTable = async () => {
  const client = new DynamoDBClient({ endpoint: address.endpoint })
  await client.send(new DeleteTableCommand({ TableName: address.tableName }))
  client.destroy()
}

describe('the work of a named request', () => {
  it('may be done again after a refusal', async () => {
    const refused = withIdempotency(request, answers, () => Promise.reject(new OsdiError('busy', 'Not now')))
    await expect(refused).rejects.toMatchObject({ code: 'busy' })
    expect(await withIdempotency(request, answers, done)).toMatchObject({ isReplayed: false })
  })

  it('is not done again at once after a fault of ours, because its progress is unknown', async () => {
    const broken = withIdempotency(request, answers, () => Promise.reject(new Error('A bug')))
    await expect(broken).rejects.toThrow('A bug')
    await expect(withIdempotency(request, answers, done)).rejects.toMatchObject({
      code: 'conflict',
      retry_after: 1,
    })
  })

  it('is answered although the answer cannot be kept', async () => {
    const { answer } = await withIdempotency(request, answers, async () => {
      await dropTable()
      return done()
    })
    expect(answer).toEqual(await done())
    expect(written).toContain('Cannot mark a named request as answered')
  })

  it('is refused for its own reason although the name cannot be let go', async () => {
    const refused = withIdempotency(request, answers, async () => {
      await dropTable()
      throw new OsdiError('conflict', 'Full')
    })
    await expect(refused).rejects.toMatchObject({ message: 'Full' })
    expect(written).toContain('Cannot mark a named request as released')
  })
})
