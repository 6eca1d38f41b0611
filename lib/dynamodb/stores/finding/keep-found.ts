import { isDeepStrictEqual } from 'node:util'
import type { OsdiEvent } from '../../../domain/events/event.js'
import { summaryOf } from '../../../domain/finding/event-summary.js'
import { endingsOf, nameEntriesOf } from '../../../domain/finding/name-entries.js'
import type { Person } from '../../../domain/people/person.js'
import { isA } from '../../items/items.js'
import { getMany, getOne, queryAll } from '../../reads.js'
import { retryOnConflict } from '../../retry-on-conflict.js'
import { type Item, type Key, type Table, idInKey, keyIn, keyOf, valueOf } from '../../table.js'
import type { TransactItem } from '../../conflicts.js'
import { deleteItem, putIfAbsent, transact } from '../../transaction.js'

/** The entries of a person or an event, as they stand. */
interface FoundBy {
  entries: Item[]
  /** Counts the writes: the next one is conditional on it. */
  version: number
}

/** Returns the entries that a person or an event should have. */
export function entriesOf(item: Item): Item[] {
  if (isA('event', item)) {
    const event = valueOf<OsdiEvent>(item)
    return [{ ...summaryOf(event), ...keyOf.eventSummary(event.owner, event.id) }]
  }
  const person = valueOf<Person>(item)
  return nameEntriesOf(person).map(({ words, sorts }) => ({
    ...keyOf.nameEntry(person.owner, letterOf(words), words, person.id),
    ...(sorts && { sorts }),
  }))
}

/** Entries lie in a partition for each first letter, so that a rush writes to many. */
export const letterOf = (words: string) => String.fromCodePoint(words.codePointAt(0) ?? 0x20)

/**
 * Lets a person or an event be found as it is now: what it is found by no longer goes in the same transaction. What it
 * is found by is read before it is itself, and the write is conditional on that: of two at once, the later reads again.
 * @param key of the person or the event
 * @returns whether anything was to be written
 */
export const keepFound = (table: Table, key: Key): Promise<boolean> =>
  retryOnConflict(async () => {
    const at = keyOf.foundBy(key.pk)
    const before = (await getOne(table, at)) as (Item & FoundBy) | undefined
    const resource = await getOne(table, key)
    const [old, entries] = [before?.entries ?? [], resource ? entriesOf(resource) : []]
    if (isDeepStrictEqual(old, entries)) return false
    const fresh = wordsIn(entries).filter((word) => !wordsIn(old).includes(word))
    const owner = resource?.['owner'] as string
    await keepEndings(table, owner, fresh)
    const outcome = await transact(table, [
      stateOf(table, at, entries, before?.version),
      ...entries.map((Item) => ({ Put: { TableName: table.name, Item } })),
      ...old
        .filter((item) => !entries.some((each) => each.pk === item.pk && each.sk === item.sk))
        .map((item) => ({ Delete: { TableName: table.name, Key: keyIn(item) } })),
    ])
    if (outcome !== 'written') return undefined
    await keepEndings(table, owner, fresh)
    for (const word of wordsIn(old).filter((each) => !wordsIn(entries).includes(each)))
      await dropEndings(table, owner, word)
    return true
  })

function stateOf(table: Table, at: Key, entries: Item[], version: number | undefined): TransactItem {
  const condition =
    version === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } }
  return entries.length === 0 && version !== undefined
    ? { Delete: { TableName: table.name, Key: at, ...condition } }
    : { Put: { TableName: table.name, Item: { entries, version: (version ?? 0) + 1, ...at }, ...condition } }
}

/** The words from which entries of names begin. */
const wordsIn = (entries: Item[]) =>
  entries.filter((item) => isA('nameEntry', item)).map(({ sk }) => (/^[^ #]+/.exec(sk) ?? [''])[0])

const endingKeys = (owner: string, word: string) =>
  endingsOf(word).map((ending) => keyOf.nameEnding(owner, letterOf(ending), ending, word))

/** Writes the endings of words that lack them. The longest stands for all of a word, and is written last. */
async function keepEndings(table: Table, owner: string, words: string[]): Promise<void> {
  const keys = words.map((word) => endingKeys(owner, word)).filter((all) => all.length > 0)
  const longest = await getMany(
    table,
    keys.map(([first]) => first as Key),
    { consistent: true },
  )
  for (const all of keys.filter((_, i) => !longest[i]))
    for (const key of all.toReversed()) await putIfAbsent(table, key, {})
}

/**
 * Removes the endings of a word that no name has any longer. A name that gets the word meanwhile either finds them
 * gone, and writes them, or is found here.
 */
async function dropEndings(table: Table, owner: string, word: string): Promise<void> {
  if (await isInNames(table, owner, word)) return
  for (const key of endingKeys(owner, word)) await deleteItem(table, key)
  if (await isInNames(table, owner, word)) await keepEndings(table, owner, [word])
}

const isInNames = async (table: Table, owner: string, word: string) =>
  (await queryAll(table, { ...entriesFrom(owner, word), ConsistentRead: true, Limit: 1 }, 1)).length > 0

/** The query for the entries that begin with a whole word: after it stands a space, or the id. */
export const entriesFrom = (owner: string, word: string) => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: {
    ':pk': keyOf.nameEntry(owner, letterOf(word), '', '').pk,
    ':from': `${word} `,
    ':to': `${word}$`,
  },
})

/** Returns the id of the person whose entry an item is, and the words of the entry. */
export function entryIn({ sk }: Key): { words: string; person: string } {
  return { words: sk.slice(0, sk.indexOf('#')), person: idInKey(sk) }
}
