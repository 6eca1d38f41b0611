import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { demo, get, givenInterfaceEvent, table } from '../support/service.js'

const { group, individual } = demo
const SETTINGS = `/manage/${group.id}/settings`

let creator: Browser
beforeAll(async () => {
  creator = await signedInAs(group.creator)
})
afterAll(() =>
  ownerStore(table).changeSettings(`group:${group.id}`, { title: 'Turnout Demo Group', timezone_identifier: null }),
)

/** Makes an event by the form. @returns its id */
async function made(fields: Record<string, string>): Promise<string> {
  const form = { title: 'Zoned', day: '2041-07-04', start_time: '18:00', draft: crypto.randomUUID(), ...fields }
  const { headers } = await creator.send(`/manage/${group.id}/actions/new`, form)
  return headers['location']?.split('/').at(-1) ?? ''
}
const zoneOf = async (id: string) => (await get(`/api/v2/events/${id}`)).body['timezone_identifier']

describe('the name of a group', () => {
  it('is changed in its settings, and is then on pages of events that were made before', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Renamed' })
    await creator.send(SETTINGS, { title: '  River Friends ' })
    expect((await creator.open(`/manage/${group.id}`)).html).toContain('River Friends')
    for (const path of [`/events/${id}`, `/groups/${group.id}`]) {
      const { text } = await get(path, { key: null })
      expect([path, text.includes('River Friends'), text.includes('Turnout Demo Group')]).toEqual([path, true, false])
    }
  })

  it('is no setting of an account, which has the name of its person', async () => {
    const person = await signedInAs(individual.person)
    expect((await person.open(`/manage/${individual.person}/settings`)).html).not.toContain('name="title"')
  })
})

describe('the time zone of a group', () => {
  it('is that of events whose place tells none, and of the times that the team reads', async () => {
    await creator.send(SETTINGS, { timezone_identifier: 'America/Denver' })
    expect((await creator.open(`/manage/${group.id}/actions/new`)).html).toContain(
      'Time zone of the place, or Mountain',
    )
    const id = await made({})
    expect(await zoneOf(id)).toBe('America/Denver')
    expect(await zoneOf(await made({ where: 'Union Hall, 1 Main St, Springfield, IL 62701' }))).toBe('America/Chicago')
    expect((await creator.open(`/manage/${group.id}/log`)).html).toContain('Times are in Mountain Time.')
  })

  it('gives way to the one of a place that an event gets later', async () => {
    const id = await made({})
    const { html } = await creator.open(`/manage/events/${id}/edit`)
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    const form = { title: 'Zoned', day: '2041-07-04', start_time: '18:00', revision }
    await creator.send(`/manage/events/${id}/edit`, { ...form, where: 'Union Hall, 1 Main St, Springfield, IL 62701' })
    expect(await zoneOf(id)).toBe('America/Chicago')
  })
})
