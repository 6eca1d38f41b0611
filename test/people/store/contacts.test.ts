import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Person, PersonChange } from '../../../lib/people/person.js'
import { recordPerson } from '../../../lib/people/record-person.js'
import { DeleteCommand, PutCommand } from '../../../lib/table/client/commands.js'
import { audit } from '../../../lib/app/audit.js'
import { lengthOf, lists } from '../../../lib/collections/numbered-list.js'
import { scan } from '../../../lib/table/scan.js'
import { type Key, type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { unknownLocation } from '../../../lib/locations/geocode/geocoder.js'
import { personFilter } from '../../support/given/given-list.js'
import { freshTable } from '../../support/engine/tables.js'
import { listPeople } from '../../../lib/people/store/list-people.js'
import { findPerson } from '../../../lib/people/store/find-people.js'
import { changePerson } from '../../../lib/people/store/change-person.js'
import { appOver } from '../../support/app.js'

const GROUP = 'group:one'
let table: Table
let elsewhere: () => Table

beforeEach(async () => {
  const { endpoint, tableName } = await freshTable()
  elsewhere = () => openTable({ tableName, dynamodbEndpoint: endpoint })
  table = elsewhere()
})

const email = (address: string): PersonChange => ({ email_addresses: { address } })
const phone = (number: string): PersonChange => ({ phone_numbers: { number } })

const record = (sent: PersonChange, through = table) =>
  recordPerson({ ...appOver(through), geocode: unknownLocation }, GROUP, sent)
const put = (key: Key, value: object) =>
  table.client.send(new PutCommand({ TableName: table.name, Item: { ...value, ...key } }))
const remove = (key: Key) => table.client.send(new DeleteCommand({ TableName: table.name, Key: key }))

async function audited() {
  const violations: string[] = []
  const { orphaned_claims: orphanedClaims } = await audit(table, (each) => violations.push(each))
  return { violations, orphanedClaims }
}

const claimOf = (address: string) => keyOf.contact(GROUP, 'email', address)

describe('an email that is claimed before its person is written', () => {
  it('costs one unit less than the transaction would, and one more', async () => {
    const before = table.consumedCapacity.write
    await record(email('kim@example.org'))
    // The claim; the length and the person, in a transaction; the person's place in the index.
    expect(table.consumedCapacity.write - before).toBe(1 + 4 + 1)
  })

  it('leads to one person in a race of requests', async () => {
    const found = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        record({ ...email('Kim@Example.org'), ...(i % 3 === 0 && phone(`+1212555010${i % 2}`)) }, elsewhere()),
      ),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    expect(await lengthOf(table, lists.peopleOf(GROUP))).toBe(1)
    expect(await audited()).toEqual({ violations: [], orphanedClaims: 0 })
  })

  it.each([
    ['the email alone', {}],
    ['a phone number too', phone('+12125550100')],
    ['a phone number that another person has', phone('+12125550199')],
  ])('belongs to the next sign-up with %s, after a process crashed between claim and person', async (_, more) => {
    const other = await record(phone('+12125550199'))
    const claimed = randomUUID()
    await put(claimOf('kim@example.org'), { person: claimed })
    expect(await audited()).toEqual({ violations: [], orphanedClaims: 1 })

    const person = await record({ ...email('kim@example.org'), ...more, given_name: 'Kim' })
    expect(person).toMatchObject({ id: claimed, given_name: 'Kim' })
    expect(person.phone_numbers[0]?.number).toBe(
      'phone_numbers' in more ? more.phone_numbers?.number?.slice(1) : undefined,
    )
    expect((await record(email('kim@example.org'))).id).toBe(claimed)
    expect(await lengthOf(table, lists.peopleOf(GROUP))).toBe(2)
    expect(await audited()).toEqual({ violations: [], orphanedClaims: 0 })
    expect(other.id).not.toBe(claimed)
  })
})

describe('the audit of people and their contacts', () => {
  it('reads each person and each claim once more than the scan', async () => {
    for (let i = 0; i < 20; i++) await record(email(`${i}@example.org`))
    const pages = scan(table)
    const before = table.consumedCapacity.read
    for await (const page of pages) expect(page).not.toEqual([])
    const scanned = table.consumedCapacity.read - before
    await audited()
    // A unit each, and half a unit for the empty index of identifiers.
    expect(table.consumedCapacity.read - before - 2 * scanned).toBe(20 + 20 + 0.5)
  })
})

describe('a phone number that another person has', () => {
  const withPhone = (person: Person, number: string): Person => ({
    ...person,
    phone_numbers: [{ primary: true, number, number_type: 'Mobile', status: 'subscribed' }],
    modified_date: new Date().toISOString(),
    revision: person.revision + 1,
  })
  const numberOf = async ({ id }: Person) => (await findPerson(table, GROUP, id)).phone_numbers[0]?.number
  let holder: Person
  let taker: Person

  beforeEach(async () => {
    holder = await record({ ...email('holder@example.org'), ...phone('12125550100') })
    taker = await record(email('taker@example.org'))
  })

  it('moves with the change that brings it', async () => {
    await changePerson(table, GROUP, taker.id, async (before) => withPhone(before, '12125550100'))
    expect([await numberOf(holder), await numberOf(taker)]).toEqual([undefined, '12125550100'])
    expect((await audited()).violations).toEqual([])
  })

  it('stays where it is when the change is refused after all', async () => {
    let asked = 0
    const refusedTheSecondTime = async (before: Person) => {
      if (++asked > 1) throw new Error('changed meanwhile')
      return withPhone(before, '12125550100')
    }
    await expect(changePerson(table, GROUP, taker.id, refusedTheSecondTime)).rejects.toThrow('meanwhile')
    expect([await numberOf(holder), await numberOf(taker)]).toEqual(['12125550100', undefined])
    expect((await audited()).violations).toEqual([])
  })

  it('is all that the former holder loses: a holder with another number by then keeps it', async () => {
    let asked = 0
    await changePerson(table, GROUP, taker.id, async (before) => {
      if (++asked === 2)
        await changePerson(elsewhere(), GROUP, holder.id, async (other) => withPhone(other, '12125550111'))
      return withPhone(before, '12125550100')
    })
    expect([await numberOf(holder), await numberOf(taker)]).toEqual(['12125550111', '12125550100'])
    expect((await audited()).violations).toEqual([])
  })

  it('goes to one of many concurrent requests', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, (_, i) => record(email(`other-${i}@example.org`))))
    await Promise.all(
      others.map(({ id }) => changePerson(elsewhere(), GROUP, id, async (before) => withPhone(before, '12125550100'))),
    )
    const numbers = await Promise.all([holder, ...others].map(numberOf))
    expect(numbers.filter((number) => number === '12125550100')).toHaveLength(1)
    expect((await audited()).violations).toEqual([])
  })
})

describe('the audit of contacts', () => {
  it('reports a contact without a claim, and one that is claimed for another person', async () => {
    const one = await record(email('one@example.org'))
    const two = await record(email('two@example.org'))
    await remove(claimOf('one@example.org'))
    await put(claimOf('two@example.org'), { person: one.id })
    const { violations } = await audited()
    expect(violations.sort()).toEqual(
      [
        `person:${one.id} has an email without a claim.`,
        `person:${two.id} has an email that is claimed for person:${one.id}.`,
        `an email is claimed for person:${one.id}, who does not have it.`,
      ].sort(),
    )
    expect(violations.join()).not.toContain('@')
  })

  it('reports a phone number that is claimed for a missing person', async () => {
    await put(keyOf.contact(GROUP, 'phone', '+12125550100'), { person: 'missing' })
    expect((await audited()).violations).toEqual(['a phone number is claimed for person:missing, who does not exist.'])
  })
})

describe('a filter by a contact', () => {
  it('reads one person, however long the list is', async () => {
    const wanted = await record({ ...email('Wanted@example.org'), ...phone('12125550177') })
    await Promise.all(Array.from({ length: 60 }, (_, i) => record(email(`many-${i}@example.org`))))
    for (const [filter, expected, units = 2] of [
      ["email_address eq 'wanted@EXAMPLE.org'", [wanted.id]],
      ["email eq 'wanted@example.org' and given_name eq 'x'", []],
      ["phone_number eq '+1 (212) 555-0177'", [wanted.id]],
      // Without a code, the country of the owner is read.
      ["phone_number eq '(212) 555-0177'", [wanted.id], 3],
      ["email eq 'unknown@example.org'", []],
    ] as const) {
      const before = table.consumedCapacity.read
      const page = await listPeople(table, GROUP, { page: 1, per_page: 25 }, personFilter(filter))
      expect([page.members.map(({ id }) => id), page.total_records]).toEqual([expected, expected.length])
      expect(table.consumedCapacity.read - before).toBeLessThanOrEqual(units)
    }
  })

  it('finds no one of another owner', async () => {
    await record(email('theirs@example.org'))
    const filter = personFilter("email eq 'theirs@example.org'")
    const page = await listPeople(table, 'group:two', { page: 1, per_page: 25 }, filter)
    expect(page.total_records).toBe(0)
  })
})
