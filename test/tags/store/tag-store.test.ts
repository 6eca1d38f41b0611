import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Owner } from '../../../lib/runtime/owner.js'
import { type TagDependencies, tagPerson } from '../../../lib/tags/record-tag.js'
import { newTag, newTagging } from '../../../lib/tags/tag.js'
import { audit } from '../../../lib/app/audit.js'
import { getOne } from '../../../lib/table/reads.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { type TagStore, tagStore } from '../../../lib/tags/store/tag-store.js'
import { engineKinds } from '../../support/engine/engines.js'
import { freshTable } from '../../support/engine/tables.js'

const GROUP: Owner = 'group:one'
const OTHER: Owner = 'group:two'

describe.each(engineKinds())('the tag store on %s', (kind) => {
  let table: Table
  let tags: TagStore
  /** The same table as another process sees it. */
  let elsewhere: TagStore

  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
    tags = tagStore(table)
    elsewhere = tagStore(openTable({ tableName, dynamodbEndpoint: endpoint }))
  })

  const aTag = (name: string, owner = GROUP) => newTag(owner, { name }, new Date())
  const kept = (name: string, owner = GROUP) => tags.create(aTag(name, owner))
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, seconds))
  const page = { page: 1, per_page: 25 }
  const peopleOf = async (tag: string) =>
    (await tags.listTaggings(tag, { page: 1, per_page: 100 })).members.map(({ person }) => person)

  it('gives back the tag that it was given, to its owner alone', async () => {
    const tag = aTag('Volunteers')
    expect(await tags.create(tag)).toEqual(tag)
    expect(await tags.find(GROUP, tag.id)).toEqual(tag)
    await expect(tags.find(OTHER, tag.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(tags.find(GROUP, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps one tag of each name and owner, the first, whatever races', async () => {
    const owner: Owner = 'group:racer'
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 3 ? tags : elsewhere).create(newTag(owner, { name: 'Raced' }, at(i)))),
    )
    for (const tag of made) expect(tag).toEqual(made[0])
    expect((await kept('Raced', OTHER)).id).not.toBe(made[0]?.id)
    expect((await tags.list(owner, page)).members).toEqual([made[0]])
  })

  it('numbers the tags of an owner as the audit expects it', async () => {
    const owner: Owner = 'group:audited'
    for (const name of ['a', 'b', 'b', 'c']) await kept(name, owner)
    expect((await tags.list(owner, page)).members.map(({ name }) => name)).toEqual(['c', 'b', 'a'])
    const violations: string[] = []
    await audit(table, (violation) => violations.push(violation))
    expect(violations).toEqual([])
  })

  it('finds those of many tags that exist', async () => {
    const [one, two] = [await kept('One'), await kept('Two')]
    expect(await tags.findMany([one.id, randomUUID(), two.id, one.id])).toEqual([one, two])
    expect(await tags.findMany([])).toEqual([])
  })

  it('keeps one tagging of each tag and person, the first, whatever races', async () => {
    const { id } = await kept('Tagged once')
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 3 ? tags : elsewhere).put(newTagging(id, 'someone', at(i)))),
    )
    for (const tagging of made) expect(tagging).toEqual(made[0])
    expect(await tags.listTaggings(id, page)).toEqual({ ...page, total_records: 1, members: [made[0]] })
    expect(await tags.findTagging(id, made[0]?.id as string)).toEqual(made[0])
  })

  it('counts exactly and pages densely, newest first, also after taggings were removed', async () => {
    const { id } = await kept('Many')
    const taggings = Array.from({ length: 60 }, (_, i) => newTagging(id, `person-${i}`, at(i)))
    await Promise.all(taggings.map((tagging) => tags.put(tagging)))
    await Promise.all(taggings.filter((_, i) => i % 3 === 0).map((tagging) => tags.remove(tagging)))
    const expected = taggings.filter((_, i) => i % 3 !== 0).reverse()
    for (const [number, first, last] of [
      [1, 0, 25],
      [2, 25, 40],
      [3, 40, 40],
    ] as const)
      expect(await tags.listTaggings(id, { page: number, per_page: 25 })).toEqual({
        page: number,
        per_page: 25,
        total_records: 40,
        members: expected.slice(first, last),
      })
  })

  it('removes what is there, nothing else, and takes it again', async () => {
    const [one, two] = [await kept('Removed'), await kept('Stays')]
    await tags.put(newTagging(one.id, 'someone', at(1)))
    await tags.put(newTagging(two.id, 'someone', at(1)))
    await tags.remove(newTagging(one.id, 'someone', at(2)))
    await tags.remove(newTagging(one.id, 'missing', at(2)))
    expect([await peopleOf(one.id), await peopleOf(two.id)]).toEqual([[], ['someone']])
    const { id } = newTagging(one.id, 'someone', at(0))
    await expect(tags.findTagging(one.id, id)).rejects.toMatchObject({ code: 'not_found' })
    const again = newTagging(one.id, 'someone', new Date(Date.now() + 10))
    expect(await tags.put(again)).toEqual(again)
  })

  it('keeps one that was removed for a day, and dates what comes again later than that', async () => {
    const { id: tag } = await kept('Back')
    const first = newTagging(tag, 'someone', at(1))
    await tags.put(first)
    const before = { ...table.consumedCapacity }
    await tags.remove(first)
    await tags.remove(first)
    const item = await getOne(table, keyOf.tagging(tag, first.id))
    expect(item).toMatchObject({ ...first, expires: expect.any(Number) })
    const removed = item?.['removed_date'] as string
    expect((item?.['expires'] as number) - Date.parse(removed) / 1000).toBeCloseTo(86_400, -1)
    const again = await tags.put(newTagging(tag, 'someone', at(0)))
    expect(again.created_date > removed).toBe(true)
    expect(await tags.put(newTagging(tag, 'someone', at(2)))).toEqual(again)
    expect(await peopleOf(tag)).toEqual(['someone'])
    // The removal and the put that came again: what was refused reports no units.
    expect(table.consumedCapacity.write - before.write).toBe(2)
  })

  it('removes one whose date is ahead of the clock', async () => {
    const { id: tag } = await kept('Ahead')
    const ahead = newTagging(tag, 'someone', new Date(Date.now() + 30_000))
    await tags.put(ahead)
    await tags.remove(ahead)
    expect(await peopleOf(tag)).toEqual([])
    const removed = (await getOne(table, keyOf.tagging(tag, ahead.id)))?.['removed_date'] as string
    expect(removed > ahead.created_date).toBe(true)
  })

  it('lists as many taggings as a request can read, and no more', async () => {
    const { id } = await kept('Everybody')
    const few = tagStore(table, 40)
    for (let i = 0; i < 40; i++) await tags.put(newTagging(id, `someone-${i}`, at(1)))
    expect((await few.listTaggings(id, page)).total_records).toBe(40)
    await tags.put(newTagging(id, 'one more', at(1)))
    await expect(few.listTaggings(id, page)).rejects.toMatchObject({
      code: 'invalid',
      faults: [{ error_code: 'too_many_taggings' }],
    })
  })

  it('spreads the taggings of one tag over sixteen partitions', async () => {
    const { id } = await kept('Hot')
    const before = table.consumedCapacity.requests
    await tags.listTaggings(id, page)
    expect(table.consumedCapacity.requests - before).toBe(16)
  })

  describe('by names', () => {
    const dependencies = (): TagDependencies => ({ tags, hasPerson: async () => true, now: () => new Date() })
    const tagging = (person: string, add: string[], remove: string[] = [], owner = GROUP) =>
      tagPerson(owner, person, add, remove, dependencies())

    it('puts on and takes off the tags of the owner, and skips names that it does not have', async () => {
      const [on, off] = [await kept('On'), await kept('Off')]
      await tagging('ann', ['Off'])
      await tagging('ann', ['On', 'Unknown', ''], ['Off', 'Never heard of'])
      expect([await peopleOf(on.id), await peopleOf(off.id)]).toEqual([['ann'], []])
      expect((await tags.list(GROUP, { page: 1, per_page: 100 })).members.map(({ name }) => name)).toEqual(
        expect.not.arrayContaining(['Unknown']),
      )
    })

    it('compares names without the blanks around them, and letter by letter', async () => {
      const cafe = await kept('Café')
      await tagging('exact', [' Café '])
      await tagging('decomposed', ['Cafe\u0301'])
      await tagging('other', ['café', 'Cafe'])
      expect((await peopleOf(cafe.id)).sort()).toEqual(['decomposed', 'exact'])
    })

    it("never touches another owner's tags", async () => {
      const theirs = await kept('Theirs', OTHER)
      await tagging('ann', ['Theirs'], [], OTHER)
      await tagging('bob', ['Theirs'])
      await tagging('ann', [], ['Theirs'])
      expect(await peopleOf(theirs.id)).toEqual(['ann'])
    })

    it('takes off what is named in both, and asks nothing for no names', async () => {
      const both = await kept('Both')
      await tagging('ann', ['Both'], ['Both'])
      expect(await peopleOf(both.id)).toEqual([])
      const before = table.consumedCapacity.requests
      await tagging('ann', [])
      expect(table.consumedCapacity.requests).toBe(before)
    })
  })
})
