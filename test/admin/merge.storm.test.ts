import { beforeAll, expect, it } from 'vitest'
import { mergePeople } from '../../lib/merging/merge-people.js'
import { departingIn } from '../../lib/app/merging.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { address, assignPending, demo, violations } from '../support/service.js'
import { adminOf } from './admin.js'
import { type Two, givenTags, givenTwo, expectMerged } from '../support/given/merging.js'

const OWNER = `group:${demo.group.id}` as const
const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const merge = async (keep: string, other: string) => (await admin('person', 'merge', keep, other, '--json')).json

const openElsewhere = () => openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })

beforeAll(givenTags)

/** A process that crashes when its nth write is done: before the write after that, its state is the same. */
function crashingAfter(nth: number): { table: Table; hasCrashed: () => boolean } {
  const table = openElsewhere()
  const { client } = table
  let [writes, hasCrashed] = [0, false]
  const isWrite = (name: string) => /^(Put|Update|Delete|TransactWrite)/.test(name)
  table.client = {
    ...client,
    send: async (command) => {
      if (hasCrashed) throw new Error('The process has crashed')
      const output = await client.send(command)
      if (!isWrite(command.constructor.name) || ++writes < nth) return output
      hasCrashed = true
      throw new Error('The process has crashed')
    },
  }
  return { table, hasCrashed: () => hasCrashed }
}

it('a merge leaves nothing wrong when its process crashes after any write, and is finished by repeating it', async () => {
  const interrupted: Two[] = []
  for (let nth = 1; ; nth++) {
    const two = await givenTwo()
    const { keep, other } = two
    const { table, hasCrashed } = crashingAfter(nth)
    const merging = mergePeople(departingIn(table), OWNER, keep.id, other.id)
    await merging.catch((error: unknown) => expect(String(error)).toContain('crashed'))
    if (!hasCrashed()) break
    interrupted.push(two)
  }
  expect(interrupted.length).toBeGreaterThan(8)
  // One audit for all of them: each has people and events of its own.
  expect(await violations()).toEqual([])
  for (const { keep, other } of interrupted) await merge(keep.id, other.id)
  await assignPending()
  for (const two of interrupted) await expectMerged(two)
  expect(await violations()).toEqual([])
})
