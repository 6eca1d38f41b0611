import { isA } from '../../table/items/items.js'
import type { Item, Table } from '../../table/table.js'
import { type NameWord, firstWord, isInNames } from './keep-found.js'

/** Words of names and of endings, as a scan of the table meets them: a crash leaves endings of a word in no name. */
export class SeenWords {
  private readonly named = new Set<string>()
  private readonly ended = new Set<string>()

  add(item: Item): void {
    const owner = item.pk.split('#')[1] ?? ''
    if (isA('nameEntry', item)) this.named.add(`${owner} ${firstWord(item)}`)
    if (isA('nameEnding', item)) this.ended.add(`${owner} ${item.sk.slice(item.sk.indexOf('#') + 1)}`)
  }

  /** Yields the words of endings that are in no name after all. */
  async *loose(table: Table): AsyncGenerator<NameWord> {
    for (const text of this.ended) {
      if (this.named.has(text)) continue
      const [owner = '', word = ''] = text.split(' ')
      if (!(await isInNames(table, { owner, word }))) yield { owner, word }
    }
  }
}
