import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import { personFields } from '../../../lib/people/person-fields.js'
import { namedFilters, ownNames } from '../../../lib/fields/vocabulary.js'
import type { Person } from '../../../lib/people/person.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { readFilter } from '../../../lib/fields/read-filter.js'
import { BatchWriteCommand } from '../../../lib/table/client/commands.js'
import { inParallel, inPieces } from '../../../lib/table/in-parallel.js'
import { lists, positionAt } from '../../../lib/collections/numbered-list.js'
import { type NewMember, cutIntoSegments, putSegment } from '../../../lib/collections/segments.js'
import { changeOf } from '../../../lib/collections/search/changes.js'
import { type Table, keyOf, openTable } from '../../../lib/table/table.js'
import { tableDefinition } from '../../../local/engine/table.js'
import { engineEndpoint } from '../engine/engines.js'

/** A person of a list as a rush leaves it. Times are in milliseconds since 1970. */
export interface GivenMember {
  created: number
  /** When the person got an ordinal; members are given in the order of these. */
  placed: number
  /** Whether the item of the person has the ordinal, and not a segment. */
  isSingle?: boolean
  changed?: number
}

/** A table without a stream: the embedded engine writes to it fast, however much is in it. */
export async function givenTable(): Promise<Table> {
  const endpoint = await engineEndpoint()
  const { create } = await tableDefinition(`list-${randomUUID()}`)
  const client = new DynamoDBClient({ endpoint })
  await client.send(new CreateTableCommand({ ...create, StreamSpecification: undefined }))
  client.destroy()
  return openTable({ tableName: create.TableName as string, dynamodbEndpoint: endpoint })
}

/**
 * Writes the list of people of an owner as functions would have left it. Members who got their ordinals at the same
 * time are a batch.
 */
export async function givenList(table: Table, owner: Owner, members: GivenMember[]) {
  const list = lists.peopleOf(owner)
  const people = members.map((member, i) => ({ ...member, ordinal: i + 1, id: randomUUID() }))
  const batches: (typeof people)[] = []
  for (const member of people.filter(({ isSingle }) => !isSingle)) {
    const last = batches.at(-1)?.at(-1)
    if (last?.placed === member.placed && last.ordinal === member.ordinal - 1) batches.at(-1)?.push(member)
    else batches.push([member])
  }
  const segments = batches.flatMap((batch) => {
    const [{ ordinal, placed } = { ordinal: 1, placed: 0 }] = batch
    const asNew = batch.map(({ id, created }): NewMember => ({ person: id, created_date: iso(created) }))
    return cutIntoSegments(list, ordinal, asNew)
      .map((segment) => ({ ...segment, numbered_at: iso(placed) }))
      .flatMap((segment) => putSegment(table, list, segment))
      .map(({ Put }) => Put?.Item as object)
  })
  const length = { ...list.length, length: people.length }
  const persons = people.map(({ id, ordinal, created, changed, isSingle }) => {
    const value = {
      id,
      owner,
      created_date: iso(created),
      modified_date: iso(changed ?? created),
      revision: changed === undefined ? 1 : 2,
      given_name: 'Ada',
      languages_spoken: ['en'],
      identifiers: [],
      email_addresses: [],
      phone_numbers: [],
      postal_addresses: [],
      custom_fields: {},
    }
    return {
      ...keyOf.person(id),
      ...value,
      ...(isSingle ? positionAt(list, ordinal) : { numbered: ordinal }),
      ...(changed !== undefined && changeOf(list, value)),
    }
  })
  await write(table, [length, ...segments, ...persons])
  return people
}

const iso = (time: number) => new Date(time).toISOString()

const write = (table: Table, items: object[]) =>
  inParallel(inPieces(items, 25), 8, (some) =>
    table.client.send(
      new BatchWriteCommand({
        RequestItems: { [table.name]: some.map((Item) => ({ PutRequest: { Item } })) },
      }),
    ),
  )

/** People who come at a steady rate and get their ordinals in batches, a second or two after they came. */
export function rush(from: number, people: number, perSecond: number, lag = 1_200): GivenMember[] {
  const batch = Math.min(900, Math.ceil(perSecond / 2))
  return Array.from({ length: people }, (_, i) => ({
    created: from + Math.floor((i * 1_000) / perSecond),
    placed: from + Math.floor(((Math.floor(i / batch) + 1) * batch * 1_000) / perSecond) + lag,
  }))
}

/** Reads a filter as version 2 of the API takes it. */
export const personFilter = (text: string) =>
  readFilter(text, namedFilters<Person>(ownNames(personFields), { nativePrefix: 'service' }))
