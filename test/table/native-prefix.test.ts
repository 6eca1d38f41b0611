import { expect, it } from 'vitest'
import { prefixFault } from '../../lib/table/native-prefix.js'
import { openTable } from '../../lib/table/table.js'
import { freshTable } from '../support/engine/tables.js'

it('keeps the native prefix that data begin with, and says so when another one comes', async () => {
  const { tableName, endpoint } = await freshTable()
  const table = openTable({ tableName, dynamodbEndpoint: endpoint })
  expect(await prefixFault(table, 'service')).toBeUndefined()
  expect(await prefixFault(table, 'service')).toBeUndefined()
  expect(await prefixFault(table, 'acme')).toMatch(
    /The identifiers in the table \S+ begin with "service:", and the native prefix is "acme": .* Set it back to service/,
  )
  expect(await prefixFault(table, 'service')).toBeUndefined()
})

it('lets one of two first deployments with different prefixes be', async () => {
  const { tableName, endpoint } = await freshTable()
  const table = openTable({ tableName, dynamodbEndpoint: endpoint })
  const faults = await Promise.all(['service', 'acme'].map((prefix) => prefixFault(table, prefix)))
  expect(faults.filter((fault) => fault === undefined)).toHaveLength(1)
})
