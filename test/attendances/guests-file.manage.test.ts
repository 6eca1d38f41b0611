import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { UpdateCommand } from '../../lib/table/client/commands.js'
import { guestsFileStore } from '../../lib/attendances/store/guests-file-store.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { ownerStore } from '../../lib/app/access.js'
import { computeWaiting } from '../../lib/app/computing.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { demo, givenInterfaceEvent, post, service, table } from '../support/service.js'

const owner = `group:${demo.group.id}` as const
const store = guestsFileStore(table)
const pathOf = (id: string) => `/manage/events/${id}/guests/file`

let organizer: Browser
beforeAll(async () => void (organizer = await signedInAs(demo.group.organizer)))

async function givenGuests(count: number): Promise<string> {
  const { id, path } = await givenInterfaceEvent({ title: 'A file' })
  for (let i = 1; i <= count; i++)
    await post(`${path}/attendances`, { person: { email_addresses: [{ address: `${i}@file.example.org` }] } })
  return id
}

/** Does what the queue does with the announcement of a file, as often as it was announced. */
const write = (id: string, times = 1) =>
  Promise.all(
    Array.from({ length: times }, () => computeWaiting(service, { ...keyOf.guestsFile(id), waits_for_people: owner })),
  )

describe('the file of all guests', () => {
  it('is asked for, written by the queue, and downloaded', async () => {
    const id = await givenGuests(3)
    expect((await organizer.open(pathOf(id))).html).toContain('Prepare the file')
    expect((await organizer.send(pathOf(id))).status).toBe(303)
    expect(await getOne(table, keyOf.guestsFile(id))).toMatchObject({ waits_for_people: owner, total: 3 })
    const underWay = await organizer.open(pathOf(id))
    expect(underWay.html).toContain('0 of 3 guests are ready')
    expect(underWay.headers['refresh']).toBe('3')

    await write(id, 2)
    const { html, headers } = await organizer.open(pathOf(id))
    expect(html).toContain('The file has 3 guests')
    expect(html).toContain(`href="${pathOf(id)}/1"`)
    expect(headers['refresh']).toBeUndefined()
    const text = gunzipSync((await store.readPart((await store.find(id))!, 1))!).toString()
    expect(text.split('\r\n').map((row) => row.split(',')[2])).toEqual([
      '"email"',
      '"3@file.example.org"',
      '"2@file.example.org"',
      '"1@file.example.org"',
      undefined,
    ])
    const file = await organizer.open(`${pathOf(id)}/1`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/gzip'])
    expect((await organizer.open(`${pathOf(id)}/2`)).status).toBe(404)
    expect((await organizer.open(`/manage/${demo.group.id}/log`)).html).toContain('Downloaded a guest list')
  })

  it('parts its cells by semicolons for a group whose country writes a comma in decimals', async () => {
    const owners = ownerStore(table)
    await owners.changeSettings(owner, { country: 'NO' })
    const id = await givenGuests(1)
    const begun = async () => {
      await organizer.send(pathOf(id))
      await write(id)
      return gunzipSync((await store.readPart((await store.find(id))!, 1))!)
        .toString()
        .slice(0, 27)
    }
    expect(await begun()).toBe('\ufeff"given_name";"family_name"')
    await owners.changeSettings(owner, { country: null })
    expect(await begun()).toBe('\ufeff"given_name","family_name"')
  })

  it('is asked for once while it is under way, and anew when it is complete', async () => {
    const id = await givenGuests(1)
    await Promise.all([1, 2, 3].map(() => organizer.send(pathOf(id))))
    const first = await store.find(id)
    await organizer.send(pathOf(id))
    expect(await store.find(id)).toEqual(first)
    await write(id)
    await organizer.send(pathOf(id))
    const second = await store.find(id)
    expect(second).not.toHaveProperty('parts')
    expect(second!.id).not.toBe(first!.id)
  })

  it('is offered in place of a long list, which no request reads', async () => {
    const id = await givenGuests(1)
    const Key = keyOf.attendancesLength(id)
    const length = (value: number) =>
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key,
          UpdateExpression: 'SET #length = :length',
          ExpressionAttributeNames: { '#length': 'length' },
          ExpressionAttributeValues: { ':length': value },
        }),
      )
    await length(1_001)
    const { status, headers } = await organizer.open(`/manage/events/${id}/guests.csv`)
    await length(1)
    expect([status, headers['location']]).toEqual([303, pathOf(id)])
  })

  it('is closed to members and to other groups', async () => {
    const id = await givenGuests(1)
    const [member, stranger] = [await signedInAs(demo.group.member), await signedInAs(demo.other_group.creator)]
    for (const [browser, status] of [
      [member, 403],
      [stranger, 404],
    ] as const) {
      expect((await browser.open(pathOf(id))).status).toBe(status)
      expect((await browser.send(pathOf(id))).status).toBe(status)
      expect((await browser.open(`${pathOf(id)}/1`)).status).toBe(status)
    }
    expect(await store.find(id)).toBeUndefined()
  })
})
