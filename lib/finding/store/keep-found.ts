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
import { deleteItem, putIfAbsent, transact, updateIgnoringConflict } from '../../table/transaction.js'

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
  /** Undefined where it has never been found. */
  old: Item[] | undefined
  /** Words of former names whose endings may still stand in the index. */
  leaving: string[]
  entries: Item[]
}

/** A transaction takes 100 operations. A name has at most six entries, and as many that go. */
const AT_ONCE = 7
const PARALLEL = 4

/**
 * Lets people and events be found as they are now: what they are found by no longer goes in the same transaction. The
 * write is conditional on what they are found by: of two at once, the later reads again. They are read again after the
 * write. A change since the first read may have been handled before it, when there was nothing to be done.
 * @param keys of the people and events
 * @returns for each key, whether anything was to be written, or why it was not
 */
export async function keepFound(table: Table, keys: Key[]): Promise<PromiseSettledResult<boolean>[]> {
  const distinct = [...new Map(keys.map((key) => [key.pk, key])).values()]
  const states = await readStates(table, distinct)
  const written: State[] = []
  await inParallel(inPieces(states.filter(isChanged), AT_ONCE), PARALLEL, async (piece) => {
    // One that cannot be written must not hold up the others.
    if (await write(table, piece).catch(() => false)) written.push(...piece)
  })
  const read = await entriesNow(table, written)
  const isDone = new Set(written.filter(({ entries }, i) => isDeepStrictEqual(entries, read[i])))
  const outcomes = await Promise.allSettled(
    states.map(
      async (state) =>
        isChanged(state) && (isDone.has(state) || (await keepOne(table, state.key)) || written.includes(state)),
    ),
  )
  const at = new Map(distinct.map(({ pk }, i) => [pk, outcomes[i] as PromiseSettledResult<boolean>]))
  return keys.map(({ pk }) => at.get(pk) as PromiseSettledResult<boolean>)
}

const keepOne = (table: Table, key: Key): Promise<boolean> =>
  retryOnConflict(async () => {
    const states = await readStates(table, [key])
    if (!states.some(isChanged)) return false
    if (!(await write(table, states))) return undefined
    await keepOne(table, key)
    return true
  })

async function readStates(table: Table, keys: Key[]): Promise<State[]> {
  const before = await getMany(
    table,
    keys.map(({ pk }) => keyOf.foundBy(pk)),
    { consistent: true },
  )
  const resources = await getMany(table, keys, { consistent: true })
  return keys.map((key, i) => {
    const resource = resources[i]
    const owner = resource?.['owner'] as string
    const { entries: old, leaving = [] } = (before[i] ?? {}) as { entries?: Item[]; leaving?: string[] }
    return { key, owner, old, leaving, entries: entriesIf(resource) }
  })
}

/** Reads what people and events should be found by. */
const entriesNow = async (table: Table, states: State[]) =>
  (
    await getMany(
      table,
      states.map(({ key }) => key),
      { consistent: true },
    )
  ).map(entriesIf)

const entriesIf = (resource: Item | undefined) => (resource ? entriesOf(resource) : [])

const isChanged = ({ old = [], leaving, entries }: State) => leaving.length > 0 || !isDeepStrictEqual(old, entries)

/** Writes what people and events are found by, in one transaction. @returns false when one has changed since */
async function write(table: Table, states: State[]): Promise<boolean> {
  const fresh = distinctWords(states.flatMap(({ owner, old, entries }) => wordsBeyond(owner, entries, old)))
  const ended = await endWords(table, fresh)
  let isWritten = false
  try {
    const operations = states.flatMap((state) => operationsOf(table, state))
    isWritten = (await transact(table, operations)) === 'written'
  } finally {
    if (!isWritten) await settleEndings(table, ended)
  }
  if (!isWritten) return false
  // Another process may have removed them before the write, or the names after it.
  const endedAgain = await endWords(table, fresh)
  const gone = states.flatMap((state) => leavingOf(state).map((word) => ({ owner: state.owner, word })))
  await settleEndings(table, distinctWords([...ended, ...endedAgain, ...gone]))
  for (const state of states) if (leavingOf(state).length > 0) await forgetLeaving(table, state)
  return true
}

/** The words whose endings are to be settled: a process that stops before leaves them to the next. */
const leavingOf = ({ owner, old, leaving, entries }: State) => [
  ...new Set([...leaving, ...wordsBeyond(owner, old, entries).map(({ word }) => word)]),
]

/** Ends what is said of words that are settled, unless the names have changed since. */
async function forgetLeaving(table: Table, state: State): Promise<void> {
  const { key, entries } = state
  const at = keyOf.foundBy(key.pk)
  const asWritten = foundIs(entries, leavingOf(state))
  if (entries.length === 0) await deleteItem(table, at, asWritten)
  else await updateIgnoringConflict(table, { Key: at, UpdateExpression: 'REMOVE leaving', ...asWritten })
}

/** The words of entries that others lack. */
const wordsBeyond = (owner: string, entries: Item[] = [], others: Item[] = []): NameWord[] =>
  wordsIn(entries)
    .filter((word) => !wordsIn(others).includes(word))
    .map((word) => ({ owner, word }))

const distinctWords = (words: NameWord[]) => [
  ...new Map(words.map((each) => [`${each.owner} ${each.word}`, each])).values(),
]

const operationsOf = (table: Table, state: State): TransactItem[] => {
  const { old, entries } = state
  return [
    stateOf(table, state),
    ...entries.map((Item) => ({ Put: { TableName: table.name, Item } })),
    ...(old ?? [])
      .filter((item) => !entries.some((each) => each.pk === item.pk && each.sk === item.sk))
      .map((item) => ({ Delete: { TableName: table.name, Key: keyIn(item) } })),
  ]
}

/** The entries themselves are compared: a person whose name went and came back is found by others than before. */
function stateOf(table: Table, state: State): TransactItem {
  const { key, old, leaving, entries } = state
  const at = keyOf.foundBy(key.pk)
  const condition = old ? foundIs(old, leaving) : { ConditionExpression: 'attribute_not_exists(pk)' }
  const left = leavingOf(state)
  if (entries.length === 0 && left.length === 0 && old)
    return { Delete: { TableName: table.name, Key: at, ...condition } }
  const Item = { entries, ...(left.length > 0 && { leaving: left }), ...at }
  return { Put: { TableName: table.name, Item, ...condition } }
}

/** The condition that nothing else has changed what a person or an event is found by. */
const foundIs = (entries: Item[], leaving: string[]) =>
  leaving.length === 0
    ? {
        ConditionExpression: 'entries = :old AND attribute_not_exists(leaving)',
        ExpressionAttributeValues: { ':old': entries },
      }
    : {
        ConditionExpression: 'entries = :old AND leaving = :leaving',
        ExpressionAttributeValues: { ':old': entries, ':leaving': leaving },
      }

/** The words from which entries of names begin. */
const wordsIn = (entries: Item[]) => entries.filter((item) => isA('nameEntry', item)).map(firstWord)

/** The word from which an entry begins. */
export const firstWord = ({ sk }: Key) => (/^[^ #]+/.exec(sk) ?? [''])[0]

/** A word in the names of an owner's people. */
export interface NameWord {
  owner: string
  word: string
}

const endingKeys = ({ owner, word }: NameWord) =>
  endingsOf(word).map((ending) => keyOf.nameEnding(owner, letterOf(ending), ending, word))

/**
 * Writes the endings of words that lack the longest, which is written last.
 * @returns the words that lacked it, whose endings have to be settled: another process may remove some meanwhile
 */
async function endWords(table: Table, words: NameWord[]): Promise<NameWord[]> {
  const ended = words.filter((word) => endingKeys(word).length > 0)
  const longest = await getMany(
    table,
    ended.map((word) => endingKeys(word)[0] as Key),
    { consistent: true },
  )
  const lacking = ended.filter((_, i) => !longest[i])
  for (const word of lacking) await putEndings(table, endingKeys(word))
  return lacking
}

async function putEndings(table: Table, keys: Key[]): Promise<void> {
  for (const key of keys.toReversed()) await putIfAbsent(table, key, {})
}

/** Lets words that stand in names have all endings, and others none. Whoever writes or removes some looks again. */
export async function settleEndings(table: Table, words: NameWord[]): Promise<void> {
  for (const word of words) while (!(await isSettled(table, word)));
}

/** @returns false when it has to be looked at again */
async function isSettled(table: Table, word: NameWord): Promise<boolean> {
  const keys = endingKeys(word)
  if (!(await isInNames(table, word))) {
    for (const key of keys) await deleteItem(table, key)
    return !(await isInNames(table, word))
  }
  const found = await getMany(table, keys, { consistent: true })
  const missing = keys.filter((_, i) => !found[i])
  await putEndings(table, missing)
  return missing.length === 0
}

/** Whether a word is in any name. */
export const isInNames = async (table: Table, { owner, word }: NameWord) =>
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
