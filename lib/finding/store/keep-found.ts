import { isDeepStrictEqual } from 'node:util'
import type { OsdiEvent } from '../../events/event.js'
import { summaryOf } from '../event-summary.js'
import { endingsOf, nameEntriesOf } from '../name-entries.js'
import type { Person } from '../../people/person.js'
import { isA } from '../../table/items/items.js'
import { inParallel, inPieces } from '../../table/in-parallel.js'
import { getMany, queryAll } from '../../table/reads.js'
import { retryOnConflict, type TransactItem } from '../../table/conflicts.js'
import { type Item, type Key, type Table, idInKey, keyIn, keyOf, valueOf } from '../../table/table.js'
import { deleteItem, putIfAbsent, transact } from '../../table/transaction.js'

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

/** A person or an event, and what it is found by, before and from now on. */
interface State {
  key: Key
  owner: string
  old: Item[]
  entries: Item[]
  version: number | undefined
}

/** A transaction takes 100 operations. A name has at most six entries, and as many that go. */
const AT_ONCE = 7
const PARALLEL = 4

/**
 * Lets people and events be found as they are now: what they are found by no longer goes in the same transaction. What
 * they are found by is read before they are themselves, and the write is conditional on that: of two at once, the later
 * reads again.
 * @param keys of the people and events
 * @returns for each key, whether anything was to be written, or why it was not
 */
export async function keepFound(table: Table, keys: Key[]): Promise<PromiseSettledResult<boolean>[]> {
  const distinct = [...new Map(keys.map((key) => [key.pk, key])).values()]
  const states = await readStates(table, distinct)
  const written = new Set<State>()
  await inParallel(inPieces(states.filter(isChanged), AT_ONCE), PARALLEL, async (piece) => {
    // One that cannot be written must not hold up the others.
    if (await write(table, piece).catch(() => false)) piece.forEach((state) => written.add(state))
  })
  const outcomes = await Promise.allSettled(
    states.map(async (state) => isChanged(state) && (written.has(state) || (await keepOne(table, state.key)))),
  )
  const at = new Map(distinct.map(({ pk }, i) => [pk, outcomes[i] as PromiseSettledResult<boolean>]))
  return keys.map(({ pk }) => at.get(pk) as PromiseSettledResult<boolean>)
}

const keepOne = (table: Table, key: Key): Promise<boolean> =>
  retryOnConflict(async () => {
    const states = await readStates(table, [key])
    if (!states.some(isChanged)) return false
    return (await write(table, states)) || undefined
  })

async function readStates(table: Table, keys: Key[]): Promise<State[]> {
  const before = await getMany(
    table,
    keys.map(({ pk }) => keyOf.foundBy(pk)),
    { consistent: true },
  )
  const resources = await getMany(table, keys, { consistent: true })
  return keys.map((key, i) => {
    const { entries: old = [], version } = (before[i] ?? {}) as Partial<FoundBy>
    const resource = resources[i]
    const owner = resource?.['owner'] as string
    return { key, owner, old, entries: resource ? entriesOf(resource) : [], version }
  })
}

const isChanged = ({ old, entries }: State) => !isDeepStrictEqual(old, entries)

/** Writes what people and events are found by, in one transaction. @returns false when one has changed since */
async function write(table: Table, states: State[]): Promise<boolean> {
  const fresh = states.flatMap(({ owner, old, entries }) =>
    wordsIn(entries)
      .filter((word) => !wordsIn(old).includes(word))
      .map((word) => ({ owner, word })),
  )
  await keepEndings(table, fresh)
  const outcome = await transact(
    table,
    states.flatMap((state) => operationsOf(table, state)),
  )
  if (outcome !== 'written') return false
  await keepEndings(table, fresh)
  for (const { owner, old, entries } of states)
    for (const word of wordsIn(old).filter((each) => !wordsIn(entries).includes(each)))
      await dropEndings(table, { owner, word })
  return true
}

const operationsOf = (table: Table, { key, old, entries, version }: State): TransactItem[] => [
  stateOf(table, keyOf.foundBy(key.pk), entries, version),
  ...entries.map((Item) => ({ Put: { TableName: table.name, Item } })),
  ...old
    .filter((item) => !entries.some((each) => each.pk === item.pk && each.sk === item.sk))
    .map((item) => ({ Delete: { TableName: table.name, Key: keyIn(item) } })),
]

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

/** A word in the names of an owner's people. */
interface NameWord {
  owner: string
  word: string
}

const endingKeys = ({ owner, word }: NameWord) =>
  endingsOf(word).map((ending) => keyOf.nameEnding(owner, letterOf(ending), ending, word))

/** Writes the endings of words that lack them. The longest stands for all of a word, and is written last. */
async function keepEndings(table: Table, words: NameWord[]): Promise<void> {
  const keys = words.map(endingKeys).filter((all) => all.length > 0)
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
async function dropEndings(table: Table, word: NameWord): Promise<void> {
  if (await isInNames(table, word)) return
  for (const key of endingKeys(word)) await deleteItem(table, key)
  if (await isInNames(table, word)) await keepEndings(table, [word])
}

const isInNames = async (table: Table, { owner, word }: NameWord) =>
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
