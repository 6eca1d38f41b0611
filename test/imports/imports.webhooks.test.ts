import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { enteredPerson } from '../../lib/people/person.js'
import { importedEvents } from '../../lib/app/event-store.js'
import { sweep } from '../../lib/app/sequencer.js'
import { importedStores } from '../../lib/imports/store/imported.js'
import { openTable } from '../../lib/table/table.js'
import { adminOf } from '../admin/admin.js'
import { PUBLIC_URL, UNKNOWN_ID, address, demo } from '../support/service.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })

it('a webhook hears of the people of a CSV file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-imports-'))
  const { path } = await givenWebhook({ types: ['person.created'] })
  await writeFile(join(folder, 'people.csv'), 'Email\nada@example.org\ngrace@example.org\n')
  const { code, err } = await admin(
    'import',
    'csv',
    'people',
    '--group',
    demo.group.id,
    '--in',
    join(folder, 'people.csv'),
  )
  expect(code, err).toBe(0)
  await eventually(async () => expect(await pulled(path)).toHaveLength(2))
  await rm(folder, { recursive: true })
})

it('a webhook hears of people with the dates of another service', async () => {
  const { path } = await givenWebhook({ types: ['person.created'] })
  const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
  const date = '2021-02-03T04:05:06.000Z'
  const stores = importedStores(table, importedEvents(table), attendanceReactions, sweep)
  const owner = `group:${demo.group.id}` as const
  const person = enteredPerson({ id: UNKNOWN_ID, owner, email: 'old@example.org' }, new Date(date))
  await stores.people({ created_date: date, modified_date: date }).createNew?.(table, person)
  await eventually(async () => expect(await pulled(path)).toMatchObject([{ timestamp: date }]))
  table.client.destroy()
})
