import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Owner } from '../../../lib/runtime/owner.js'
import { tagPerson } from '../../../lib/tags/record-tag.js'
import { newTag, newTagging } from '../../../lib/tags/tag.js'
import { audit } from '../../../lib/app/audit.js'
import { getOne } from '../../../lib/table/reads.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { listTaggings, findTag, listTags, findTags, findTagging } from '../../../lib/tags/store/tag-store.js'
import { createTag, putTagging, removeTagging } from '../../../lib/tags/store/write-tags.js'
import { appOver } from '../../support/app.js'
import { engineKinds } from '../../support/engine/engines.js'
import { freshTable } from '../../support/engine/tables.js'

const GROUP: Owner = 'group:one'
const OTHER: Owner = 'group:two'

describe.each(engineKinds())('the tag store on %s', (kind) => {
  let table: Table
  /** The same table as another process sees it. */
  let elsewhere: Table

  beforeAll(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
    elsewhere = openTable({ tableName, dynamodbEndpoint: endpoint })
  })

  const aTag = (name: string, owner = GROUP) => newTag(owner, { name }, new Date())
  const kept = (name: string, owner = GROUP) => createTag(table, aTag(name, owner))
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, seconds))
  const page = { page: 1, per_page: 25 }
  const peopleOf = async (tag: string) =>
    (await listTaggings(table, tag, { page: 1, per_page: 100 })).members.map(({ person }) => person)

  it('gives back the tag that it was given, to its owner alone', async () => {
    const tag = aTag('Volunteers')
    expect(await createTag(table, tag)).toEqual(tag)
    expect(await findTag(table, GROUP, tag.id)).toEqual(tag)
    await expect(findTag(table, OTHER, tag.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(findTag(table, GROUP, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps one tag of each name and owner, the first, whatever races', async () => {
    const owner: Owner = 'group:racer'
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        createTag(i % 3 ? table : elsewhere, newTag(owner, { name: 'Raced' }, at(i))),
      ),
    )
    for (const tag of made) expect(tag).toEqual(made[0])
    expect((await kept('Raced', OTHER)).id).not.toBe(made[0]?.id)
    expect((await listTags(table, owner, page)).members).toEqual([made[0]])
  })

  it('numbers the tags of an owner as the audit expects it', async () => {
    const owner: Owner = 'group:audited'
    for (const name of ['a', 'b', 'b', 'c']) await kept(name, owner)
    expect((await listTags(table, owner, page)).members.map(({ name }) => name)).toEqual(['c', 'b', 'a'])
    const violations: string[] = []
    await audit(table, (violation) => violations.push(violation))
    expect(violations).toEqual([])
  })

  it('finds those of many tags that exist', async () => {
    const [one, two] = [await kept('One'), await kept('Two')]
    expect(await findTags(table, [one.id, randomUUID(), two.id, one.id])).toEqual([one, two])
    expect(await findTags(table, [])).toEqual([])
  })

  it('keeps one tagging of each tag and person, the first, whatever races', async () => {
    const { id } = await kept('Tagged once')
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => putTagging(i % 3 ? table : elsewhere, newTagging(id, 'someone', at(i)))),
    )
    for (const tagging of made) expect(tagging).toEqual(made[0])
    expect(await listTaggings(table, id, page)).toEqual({ ...page, total_records: 1, members: [made[0]] })
    expect(await findTagging(table, id, made[0]?.id as string)).toEqual(made[0])
  })

  it('counts exactly and pages densely, newest first, also after taggings were removed', async () => {
    const { id } = await kept('Many')
    const taggings = Array.from({ length: 60 }, (_, i) => newTagging(id, `person-${i}`, at(i)))
    await Promise.all(taggings.map((tagging) => putTagging(table, tagging)))
    await Promise.all(taggings.filter((_, i) => i % 3 === 0).map((tagging) => removeTagging(table, tagging)))
    const expected = taggings.filter((_, i) => i % 3 !== 0).reverse()
    for (const [number, first, last] of [
      [1, 0, 25],
      [2, 25, 40],
      [3, 40, 40],
    ] as const)
      expect(await listTaggings(table, id, { page: number, per_page: 25 })).toEqual({
        page: number,
        per_page: 25,
        total_records: 40,
        members: expected.slice(first, last),
      })
  })

  it('removes what is there, nothing else, and takes it again', async () => {
    const [one, two] = [await kept('Removed'), await kept('Stays')]
    await putTagging(table, newTagging(one.id, 'someone', at(1)))
    await putTagging(table, newTagging(two.id, 'someone', at(1)))
    await removeTagging(table, newTagging(one.id, 'someone', at(2)))
    await removeTagging(table, newTagging(one.id, 'missing', at(2)))
    expect([await peopleOf(one.id), await peopleOf(two.id)]).toEqual([[], ['someone']])
    const { id } = newTagging(one.id, 'someone', at(0))
    await expect(findTagging(table, one.id, id)).rejects.toMatchObject({ code: 'not_found' })
    const again = newTagging(one.id, 'someone', new Date(Date.now() + 10))
    expect(await putTagging(table, again)).toEqual(again)
  })

  it('keeps one that was removed for a day, and dates what comes again later than that', async () => {
    const { id: tag } = await kept('Back')
    const first = newTagging(tag, 'someone', at(1))
    await putTagging(table, first)
    const before = { ...table.consumedCapacity }
    await removeTagging(table, first)
    await removeTagging(table, first)
    const item = await getOne(table, keyOf.tagging(tag, first.id))
    expect(item).toMatchObject({ ...first, expires: expect.any(Number) })
    const removed = item?.['removed_date'] as string
    expect((item?.['expires'] as number) - Date.parse(removed) / 1000).toBeCloseTo(86_400, -1)
    const again = await putTagging(table, newTagging(tag, 'someone', at(0)))
    expect(again.created_date > removed).toBe(true)
    expect(await putTagging(table, newTagging(tag, 'someone', at(2)))).toEqual(again)
    expect(await peopleOf(tag)).toEqual(['someone'])
    // The removal and the put that came again: what was refused reports no units.
    expect(table.consumedCapacity.write - before.write).toBe(2)
  })

  it('removes one whose date is ahead of the clock', async () => {
    const { id: tag } = await kept('Ahead')
    const ahead = newTagging(tag, 'someone', new Date(Date.now() + 30_000))
    await putTagging(table, ahead)
    await removeTagging(table, ahead)
    expect(await peopleOf(tag)).toEqual([])
    const removed = (await getOne(table, keyOf.tagging(tag, ahead.id)))?.['removed_date'] as string
    expect(removed > ahead.created_date).toBe(true)
  })

  it('lists as many taggings as a request can read, and no more', async () => {
    const { id } = await kept('Everybody')
    for (let i = 0; i < 40; i++) await putTagging(table, newTagging(id, `someone-${i}`, at(1)))
    expect((await listTaggings(table, id, page, 40)).total_records).toBe(40)
    await putTagging(table, newTagging(id, 'one more', at(1)))
    await expect(listTaggings(table, id, page, 40)).rejects.toMatchObject({
      code: 'invalid',
      faults: [{ error_code: 'too_many_taggings' }],
    })
  })

  it('spreads the taggings of one tag over sixteen partitions', async () => {
    const { id } = await kept('Hot')
    const before = table.consumedCapacity.requests
    await listTaggings(table, id, page)
    expect(table.consumedCapacity.requests - before).toBe(16)
  })

  describe('by names', () => {
    const tagging = (person: string, add: string[], remove: string[] = [], owner = GROUP) =>
      tagPerson(appOver(table), owner, person, add, remove)

    it('puts on and takes off the tags of the owner, and skips names that it does not have', async () => {
      const [on, off] = [await kept('On'), await kept('Off')]
      await tagging('ann', ['Off'])
      await tagging('ann', ['On', 'Unknown', ''], ['Off', 'Never heard of'])
      expect([await peopleOf(on.id), await peopleOf(off.id)]).toEqual([['ann'], []])
      expect((await listTags(table, GROUP, { page: 1, per_page: 100 })).members.map(({ name }) => name)).toEqual(
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
