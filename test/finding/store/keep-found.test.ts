import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { endingsOf } from '../../../lib/finding/name-entries.js'
import { entriesOf, keepFound, letterOf } from '../../../lib/finding/store/keep-found.js'
import { PutCommand, TransactWriteCommand } from '../../../lib/table/client/commands.js'
import { scan } from '../../../lib/table/scan.js'
import { type Item, type Table, keyIn, keyOf, openTable } from '../../../lib/table/table.js'
import { seeded } from '../../../tools/burst-model/random.js'
import { type Process, runAtRandom, tableOf, unscheduled } from '../../support/interleaving/explore.js'
import { MemoryTable } from '../../support/interleaving/memory-table.js'
import { freshTable } from '../../support/engine/tables.js'
import { sized, timeFor } from '../../support/size.js'

/*
 * The index of names while people are renamed, merged and erased: each change is written, and then the stream tells of
 * it. Several processes handle what it tells, in any order.
 */

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }))

const OWNER = 'group:one'

const personOf = (id: string, names: { given_name?: string; family_name?: string; erased_date?: string }): Item => ({
  id,
  owner: OWNER,
  ...names,
  ...keyOf.person(id),
})
const erased = (id: string) => personOf(id, { erased_date: '2026-01-01T00:00:00.000Z' })

const put = (table: Table, Item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item }))

/** Writes a person, and lets the index follow. */
const changing =
  (person: Item): Process =>
  async (table) => {
    await put(table, person)
    await keepFound(table, [keyIn(person)])
  }

/** The keys of all that people are found by; with `ofPeople`, of what they should be found by. */
const textsOf = (keys: { pk: string; sk: string }[]) => [...new Set(keys.map(({ pk, sk }) => `${pk} ${sk}`))].sort()
const indexOf = (items: Item[]) => textsOf(items.filter(({ pk }) => !pk.startsWith('person#')))
const indexFor = (items: Item[]) =>
  textsOf(
    items
      .filter(({ pk }) => pk.startsWith('person#'))
      .flatMap((person) => {
        const entries = entriesOf(person)
        const words = entries.map(({ sk }) => /^[^ #]+/.exec(sk)?.[0] ?? '')
        const endings = words.flatMap((word) =>
          endingsOf(word).map((ending) => keyOf.nameEnding(OWNER, letterOf(ending), ending, word)),
        )
        return [...entries, ...endings, ...(entries.length > 0 ? [keyOf.foundBy(person.pk)] : [])]
      }),
  )

describe('the index of names', () => {
  it(
    'has what the people are called in the end, whatever the order in which processes write it',
    async () => {
      const [ana, ben] = ['1', '2']
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const processes = [
            changing(personOf(ana, { given_name: 'Kafor' })),
            changing(personOf(ana, { family_name: 'Lopez' })),
            changing(erased(ana)),
            changing(personOf(ben, { family_name: 'Kafor' })),
            changing(erased(ben)),
          ]
          const end = async (table: MemoryTable) => expect(indexOf(table.all())).toEqual(indexFor(table.all()))
          await runAtRandom({ given: () => new MemoryTable(), processes, finally: end }, seeded(seed))
        }),
        { numRuns: sized(200, 20_000) },
      )
    },
    timeFor(300_000),
  )
})

describe('a process that stops', () => {
  it('leaves no ending of a former name once the change is handled again, wherever it stopped', async () => {
    let hasEnded = false
    for (let commands = 0; !hasEnded; commands++) {
      const memory = new MemoryTable()
      const table = unscheduled(memory)
      await changing(personOf('1', { given_name: 'Kafor', family_name: 'Lopez' }))(table)
      await put(table, erased('1'))
      let sent = 0
      const stopping = tableOf(async (request) => {
        if (++sent > commands) throw new Error('The process has stopped')
        return memory.run(request)
      })
      hasEnded = await keepFound(stopping, [keyOf.person('1')]).then(
        ([outcome]) => outcome?.status === 'fulfilled',
        () => false,
      )
      await keepFound(table, [keyOf.person('1')])
      expect([commands, indexOf(memory.all())]).toEqual([commands, []])
    }
  })
})

describe('an erased person', () => {
  let table: Table

  beforeAll(async () => {
    const { tableName, endpoint } = await freshTable()
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
  })

  const read = async () => {
    const items: Item[] = []
    for await (const page of scan(table)) items.push(...page)
    return items
  }

  it.each([
    ['before the name was written', true],
    ['after it', false],
  ])('leaves nothing in the index, when the erasure is handled %s', async (_when, isBefore) => {
    const key = keyOf.person(crypto.randomUUID())
    const named = personOf(key.pk.split('#')[1] as string, { given_name: 'Ana', family_name: 'Okafor' })
    await put(table, named)
    const erase = async () => {
      await put(table, erased(String(named['id'])))
      if (isBefore) await keepFound(table, [key])
    }
    // The name was read, and is not written yet.
    let isErased = false
    const slow: Table = {
      ...table,
      client: {
        ...table.client,
        send: async (command: object) => {
          if (command instanceof TransactWriteCommand && !isErased) {
            isErased = true
            await erase()
          }
          return table.client.send(command as never)
        },
      } as never,
    }
    await keepFound(slow, [key])
    if (!isBefore) await keepFound(table, [key])
    expect(indexOf(await read())).toEqual([])
  })
})
