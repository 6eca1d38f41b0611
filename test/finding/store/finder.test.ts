import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readNameSearch } from '../../../lib/finding/name-entries.js'
import { wordsOf } from '../../../lib/texts/words.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { audit } from '../../../lib/app/audit.js'
import { indexNames } from '../../../lib/repair/index-names.js'
import { PutCommand } from '../../../lib/table/client/commands.js'
import { finder } from '../../../lib/finding/store/finder.js'
import { keepFound } from '../../../lib/finding/store/keep-found.js'
import { scan } from '../../../lib/table/scan.js'
import { deleteItem } from '../../../lib/table/transaction.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { freshTable } from '../../support/engine/tables.js'

let table: Table

beforeAll(async () => {
  const { tableName, endpoint } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
})

afterAll(() => table.client.destroy())

const newOwner = (): Owner => `group:${randomUUID()}`

/** Writes a person as a change of it would leave it. */
const written = async (owner: Owner, given_name: string, family_name: string, id = randomUUID() as string) => {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...keyOf.person(id), id, owner, given_name, family_name },
    }),
  )
  return id
}

/** The same, and lets the index follow. */
const named = async (...person: Parameters<typeof written>) => {
  const id = await written(...person)
  await keepFound(table, [keyOf.person(id)])
  return id
}

const WRITTEN = { status: 'fulfilled', value: true }
const UNCHANGED = { status: 'fulfilled', value: false }

const search = async (owner: Owner, text: string) => {
  const found: string[] = []
  let after: string | undefined
  do {
    const page = await finder(table).peopleNamed(owner, readNameSearch(text)!, after)
    found.push(...page.people)
    after = page.next
  } while (after)
  return found
}

const entriesOf = async (owner: Owner) => {
  const keys: string[] = []
  for await (const items of scan(table))
    keys.push(...items.filter(({ pk }) => pk.includes(owner)).map(({ pk, sk }) => `${pk} ${sk}`))
  return keys
}

describe('people', () => {
  it.each(['Okafor', 'oka', 'KAFO', 'ana', 'Ana Okafor', 'okafor an', 'maría', 'ari'])(
    'are found by %s',
    async (text) => {
      const owner = newOwner()
      const id = await named(owner, 'Ana Maria', 'Okafor')
      await named(owner, 'Ben', 'Lee')
      expect(await search(owner, text)).toEqual([id])
      expect(await search(newOwner(), text)).toEqual([])
    },
  )

  it('are found by exactly the parts that their names have, whatever the names, each once', async () => {
    const word = fc.stringMatching(/^[a-c]{1,5}$/)
    const name = fc.tuple(
      word,
      fc.array(word, { maxLength: 2 }).map((all) => all.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 8 }),
        fc.stringMatching(/^[a-c]{3,4}$/),
        async (names, part) => {
          const owner = newOwner()
          const expected: string[] = []
          for (const [given, family] of names) {
            const id = await named(owner, given, family)
            if (wordsOf(`${given} ${family}`).some((each) => each.includes(part))) expected.push(id)
          }
          expect((await search(owner, part)).sort()).toEqual(expected.sort())
        },
      ),
      { numRuns: 25 },
    )
  })

  it('are on one page each, however many have the name', async () => {
    const owner = newOwner()
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, i) => named(owner, `Ana ${i}`, i % 2 ? 'Okafor' : 'Nkafor')),
    )
    expect((await search(owner, 'kafor')).sort()).toEqual(all.sort())
    const { people, next } = await finder(table).peopleNamed(owner, readNameSearch('ana')!)
    expect(people).toHaveLength(25)
    expect(next).toBeDefined()
  })

  it('are not found by what they were called before, and nothing of that is left', async () => {
    const owner = newOwner()
    const id = await named(owner, 'Ana', 'Okafor')
    await named(owner, 'Ana', 'Lopez', id)
    expect(await search(owner, 'okafor')).toEqual([])
    expect(await search(owner, 'lopez')).toEqual([id])
    expect((await entriesOf(owner)).join('\n')).not.toContain('kafor')
    await named(owner, '', '', id)
    expect(await entriesOf(owner)).toEqual([])
  })

  it('keep being found by the middle of a word that another one no longer has', async () => {
    const owner = newOwner()
    const [first, second] = [await named(owner, 'Ana', 'Okafor'), await named(owner, 'Ben', 'Okafor')]
    await named(owner, 'Ana', 'Lopez', first)
    expect(await search(owner, 'kafo')).toEqual([second])
  })

  it('are found as they are after renames at once', async () => {
    const owner = newOwner()
    const id = randomUUID()
    const names = ['Okafor', 'Lopez', 'Nguyen', 'Haddad']
    await Promise.all(names.map((name) => named(owner, 'Ana', name, id)))
    await keepFound(table, [keyOf.person(id)])
    const found = await Promise.all(names.map((name) => search(owner, name)))
    expect(found.flat()).toEqual([id])
    const violations: string[] = []
    await audit(table, (violation) => violations.push(violation))
    expect(violations.filter((each) => each.includes('found_by'))).toEqual([])
  })

  it('are indexed together, for fewer requests than there are people', async () => {
    const owner = newOwner()
    const all: string[] = []
    for (let n = 0; n < 50; n++) all.push(await written(owner, 'Ana', n % 2 ? 'Okafor' : ''))
    const keys = all.map(keyOf.person)
    const { requests: before } = table.consumedCapacity
    expect(await keepFound(table, keys)).toEqual(keys.map(() => WRITTEN))
    expect(table.consumedCapacity.requests - before).toBeLessThan(all.length)
    expect((await search(owner, 'ana')).sort()).toEqual(all.toSorted())
    await written(owner, 'Ana', 'Lopez', all[7])
    expect(await keepFound(table, keys)).toEqual(keys.map((_, i) => (i === 7 ? WRITTEN : UNCHANGED)))
    expect(await search(owner, 'lopez')).toEqual([all[7]])
  })

  it('without names cost two reads for all of them', async () => {
    const owner = newOwner()
    const keys = [keyOf.person(await written(owner, '', '')), keyOf.person(randomUUID())]
    const { requests: before } = table.consumedCapacity
    expect(await keepFound(table, [...keys, ...keys])).toEqual([UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED])
    expect(table.consumedCapacity.requests - before).toBe(2)
  })

  it('are found although one of their batch cannot be indexed', async () => {
    const owner = newOwner()
    // The keys of its entries would be longer than DynamoDB takes.
    const unfit: Owner = `group:${'x'.repeat(2_100)}`
    const [good, bad] = [await written(owner, 'Ana', 'Okafor'), await written(unfit, 'Ben', '')]
    const [one, other] = await keepFound(table, [keyOf.person(good), keyOf.person(bad)])
    expect(one).toEqual(WRITTEN)
    expect(other?.status).toBe('rejected')
    expect(await search(owner, 'kafor')).toEqual([good])
    // The repair of a later test reads the whole table.
    await deleteItem(table, keyOf.person(bad))
  })

  it('are found as they are after renames that several batches index at once', async () => {
    const owner = newOwner()
    const all: string[] = []
    for (let n = 0; n < 12; n++) all.push(await named(owner, 'Ana', 'Okafor'))
    const keys = all.map(keyOf.person)
    for (const name of ['Lopez', 'Nguyen', 'Haddad']) {
      for (const id of all) await written(owner, 'Ana', name, id)
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => keepFound(table, keys)))
      expect(outcomes.flat().filter(({ status }) => status === 'rejected')).toEqual([])
      expect((await search(owner, name)).sort()).toEqual(all.toSorted())
    }
    expect((await entriesOf(owner)).join('\n')).not.toMatch(/okafor|lopez|nguyen/)
  })

  it('are listed by the letter of the family name', async () => {
    const owner = newOwner()
    const [b, a] = [await named(owner, 'Zoe', 'Obi'), await named(owner, 'Ana', 'Nan Oak')]
    await named(owner, 'Olga', 'Lee')
    expect(await finder(table).peopleByName(owner, 'o')).toEqual({ people: [b] })
    expect(await finder(table).peopleByName(owner, 'n')).toEqual({ people: [a] })
    expect(await finder(table).peopleByName(owner, 'o', 'a position of another letter')).toEqual({
      people: [b],
    })
  })

  it.each([
    '',
    'x',
    'bnVsbA',
    Buffer.from('{"entry":"zz#1"}').toString('base64url'),
    Buffer.from('{"ending":7}').toString('base64url'),
  ])('are found from the beginning after the position %j, which no page has named', async (after) => {
    const owner = newOwner()
    const id = await named(owner, 'Ana', 'Okafor')
    expect((await finder(table).peopleNamed(owner, readNameSearch('ana')!, after)).people).toEqual([id])
  })

  it('whose change was missed are found after a repair, which changes nothing when it is repeated', async () => {
    const owner = newOwner()
    const id = randomUUID()
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: { ...keyOf.person(id), id, owner, given_name: 'Ida' } }),
    )
    expect(await search(owner, 'ida')).toEqual([])
    expect(await indexNames(table)).toBe(1)
    expect(await search(owner, 'ida')).toEqual([id])
    expect(await indexNames(table)).toBe(0)
  })
})

describe('the audit', () => {
  it('tells of what is left of an erased person, and the repair removes it', async () => {
    const owner = newOwner()
    const id = await named(owner, 'Ana', 'Okafor')
    // The stream has not told of it.
    const gone = { ...keyOf.person(id), id, owner, erased_date: '2026-01-01T00:00:00.000Z' }
    await table.client.send(new PutCommand({ TableName: table.name, Item: gone }))
    // A process ended before it wrote the name.
    const loose = keyOf.nameEnding(owner, 'o', 'opez', 'lopez')
    await table.client.send(new PutCommand({ TableName: table.name, Item: loose }))
    const told = async () => {
      const violations: string[] = []
      await audit(table, (violation) => violations.push(violation))
      return violations.filter((each) => each.includes(id) || each.includes(owner))
    }
    expect(await told()).toEqual([
      `found_by#person#${id} finds a person who was erased or merged; run repair.`,
      `name_endings#${owner} has endings of 1 words in no name; run repair.`,
    ])
    await indexNames(table)
    expect(await entriesOf(owner)).toEqual([])
    expect(await told()).toEqual([])
  })

  it('tells of an entry that is missing', async () => {
    const owner = newOwner()
    const id = await named(owner, 'Ana', 'Okafor')
    const broken = {
      ...keyOf.foundBy(`person#${id}`),
      version: 9,
      entries: [keyOf.nameEntry(owner, 'x', 'x', id)],
    }
    await table.client.send(new PutCommand({ TableName: table.name, Item: broken }))
    const violations: string[] = []
    await audit(table, (violation) => violations.push(violation))
    expect(violations.join('\n')).toContain(`found_by#person#${id} names entries`)
  })
})
