import { type Table, keyOf } from './table.js'
import { putIfAbsent } from './transaction.js'

/**
 * Keeps the prefix of native identifiers with the data, the first time that it is asked. Programs know resources by it,
 * so that another one over the same data would change all identifiers without a word.
 * @returns a sentence where the data has another one
 */
export async function prefixFault(table: Table, prefix: string): Promise<string | undefined> {
  const kept = (await putIfAbsent(table, keyOf.nativePrefix(), { prefix })) as { prefix?: string } | undefined
  if (!kept || kept.prefix === prefix) return undefined
  return (
    `The identifiers in the table ${table.name} begin with "${kept.prefix}:", and the native prefix is "${prefix}": ` +
    `programs would find nothing by them any more. Set it back to ${kept.prefix}, or begin with a table of its own.`
  )
}
