import type { Owner } from '../../runtime/owner.js'
import type { EventSummary } from '../event-summary.js'
import { type NameSearch, SHORTEST_PART, isFoundBy } from '../name-entries.js'
import { QueryCommand } from '../../table/client/commands.js'
import { queryPages } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { entriesFrom, entryIn, letterOf } from './keep-found.js'

/** People that were found, by their ids, and where the search goes on; without that, there are no others. */
export interface Found {
  people: string[]
  next?: string
}

/** People of a page. */
const PER_PAGE = 25
/** Entries of one Query, and the most Queries of a page: some 250 read units, whatever the owner has. */
const PER_QUERY = 250
const MOST_QUERIES = 24
/** The number of words that a page looks up at once. */
const TOGETHER = 8
/** Events that a search looks through: some 350 read units. */
const MOST_EVENTS = 10_000

/** A position in a search: in the entries that begin with the part, or in the words that have it further on. */
interface Position {
  ending?: string
  entry?: string
}

/** Finds people and events by the indexes that the consumer of the stream keeps. */
export function finder(table: Table) {
  return {
    /** Finds people by parts of their names. @param after where the page before ended */
    async peopleNamed(owner: Owner, search: NameSearch, after?: string, perPage: number = PER_PAGE): Promise<Found> {
      const traversal = new Traversal(table, owner, search, perPage)
      return traversal.page(readPosition(after, search.part))
    },

    /** People whose family names begin with a letter, in the order of their names. */
    async peopleByName(owner: Owner, letter: string, after?: string): Promise<Found> {
      const people: string[] = []
      const pk = keyOf.nameEntry(owner, letter, '', '').pk
      let start: Record<string, unknown> | undefined = after?.startsWith(letter) ? { pk, sk: after } : undefined
      for (let queries = 0; queries < MOST_QUERIES; queries++) {
        const { Items = [], LastEvaluatedKey } = await table.client.send(
          new QueryCommand({
            TableName: table.name,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': pk },
            ExclusiveStartKey: start,
            Limit: PER_QUERY,
          }),
        )
        for (const item of Items as Item[]) {
          if (item['sorts']) people.push(entryIn(item).person)
          if (people.length === PER_PAGE) return { people, next: item.sk }
        }
        if (!LastEvaluatedKey) return { people }
        start = LastEvaluatedKey
      }
      return { people, next: start?.['sk'] as string }
    },

    /** The summaries of all events of an owner. @returns whether there are more than a search looks through */
    async events(owner: Owner): Promise<{ summaries: EventSummary[]; isCut: boolean }> {
      const summaries: EventSummary[] = []
      const { pk, sk } = keyOf.eventSummary(owner, '')
      const query = {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      }
      for await (const items of queryPages(table, query)) {
        for (const item of items) summaries.push(valueOf<EventSummary>(item))
        if (summaries.length >= MOST_EVENTS) return { summaries, isCut: true }
      }
      return { summaries, isCut: false }
    },
  }
}

/** Reads the entries of a search: first those that begin with its part, then those of words that have it. */
class Traversal {
  private readonly people: string[] = []
  private queries = 0

  constructor(
    private readonly table: Table,
    private readonly owner: Owner,
    private readonly search: NameSearch,
    private readonly perPage: number,
  ) {}

  async page({ ending, entry }: Position): Promise<Found> {
    if (ending === undefined) {
      const { part } = this.search
      const next = await this.take(
        {
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: { ':pk': this.partition(part), ':sk': part },
        },
        entry,
      )
      if (next !== undefined) return this.upTo({ entry: next })
      if (part.length < SHORTEST_PART) return { people: this.people }
      return this.middles(undefined, undefined)
    }
    return this.middles(ending, entry)
  }

  /** The words that have the part in their middle, by the endings that begin with it. */
  private async middles(ending: string | undefined, entry: string | undefined): Promise<Found> {
    const { part } = this.search
    const pk = keyOf.nameEnding(this.owner, letterOf(part), '', '').pk
    let start = ending
    if (ending !== undefined && entry !== undefined) {
      const next = await this.take(entriesFrom(this.owner, ending.slice(ending.indexOf('#') + 1)), entry)
      if (next !== undefined) return this.upTo({ ending, entry: next })
    }
    for (;;) {
      const { Items = [] } = await this.table.client.send(
        new QueryCommand({
          TableName: this.table.name,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: { ':pk': pk, ':sk': part },
          ...(start !== undefined && { ExclusiveStartKey: { pk, sk: start } }),
          Limit: TOGETHER,
        }),
      )
      this.queries += 1
      for (const { sk } of Items as Item[]) {
        const [rest = '', word = ''] = sk.split('#')
        start = sk
        // A word that begins with the part was found before, and one that has it twice is found by its first place.
        if (word.startsWith(part) || word.indexOf(part) !== word.length - rest.length) continue
        const next = await this.take(entriesFrom(this.owner, word), undefined)
        if (next !== undefined) return this.upTo({ ending: sk, entry: next })
        if (this.queries >= MOST_QUERIES) return this.upTo({ ending: sk })
      }
      if (Items.length < TOGETHER) return { people: this.people }
      if (this.queries >= MOST_QUERIES) return this.upTo({ ending: start as string })
    }
  }

  /**
   * Takes the people whose entries a Query finds, until the page is full.
   * @returns the entry that the next page begins after; undefined when all have been read
   */
  private async take(
    query: { KeyConditionExpression: string; ExpressionAttributeValues: Record<string, string> },
    entry: string | undefined,
  ): Promise<string | undefined> {
    const pk = query.ExpressionAttributeValues[':pk']
    let start: Record<string, unknown> | undefined = entry === undefined ? undefined : { pk, sk: entry }
    do {
      const { Items = [], LastEvaluatedKey } = await this.table.client.send(
        new QueryCommand({
          ...query,
          TableName: this.table.name,
          ExclusiveStartKey: start,
          Limit: PER_QUERY,
        }),
      )
      this.queries += 1
      for (const item of Items as Item[]) {
        const { words, person } = entryIn(item)
        if (!isFoundBy(words, this.search)) continue
        this.people.push(person)
        if (this.people.length === this.perPage) return item.sk
      }
      start = LastEvaluatedKey
      if (start && this.queries >= MOST_QUERIES) return start['sk'] as string
    } while (start)
    return undefined
  }

  private partition(word: string): string {
    return keyOf.nameEntry(this.owner, letterOf(word), '', '').pk
  }

  private upTo(position: Position): Found {
    return { people: this.people, next: Buffer.from(JSON.stringify(position)).toString('base64url') }
  }
}

/** Reads a position; the beginning for what no page of this search has named. */
function readPosition(text = '', part: string): Position {
  const { ending, entry } = read(text)
  const isIn = (value: unknown, word: string): value is string =>
    typeof value === 'string' && value.startsWith(word) && value.length < 500 && value.includes('#')
  if (ending === undefined) return isIn(entry, part) ? { entry } : {}
  if (!isIn(ending, part)) return {}
  const word = ending.slice(ending.indexOf('#') + 1)
  return { ending, ...(isIn(entry, word) && { entry }) }
}

function read(text: string): { ending?: unknown; entry?: unknown } {
  try {
    return (JSON.parse(Buffer.from(text, 'base64url').toString()) as object | null) ?? {}
  } catch {
    return {}
  }
}
