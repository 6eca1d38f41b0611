import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, anEvent, demo, get, idOf, givenEvent, post, send } from '../support/service.js'
import { named, vocabularies } from '../support/given/vocabularies.js'

const other = { key: demo.other_group.key }
const individual = { key: demo.individual.key }

/** Creates a campaign. Version 2 alone creates them. */
async function givenCampaign(fields: object = {}) {
  const reply = await post('/api/v2/event_campaigns', { title: 'Spring', origin_system: 'Test', ...fields })
  if (reply.status !== 200) throw new Error(`The campaign was refused: ${reply.text}`)
  return idOf(reply)
}

describe.each(vocabularies)('GET $api/event_campaigns', (vocabulary) => {
  const campaigns = `${vocabulary.api}/event_campaigns`

  it('lists the campaigns of the group alone, newest first, in the envelope of every collection', async () => {
    const oldest = await givenCampaign({ title: 'Listed 0' })
    const older = await givenCampaign({ title: 'Listed 1' })
    const newest = await givenCampaign({ title: 'Listed 2' })
    const { status, body } = await get(`${campaigns}?per_page=2`)
    expect(status).toBe(200)
    const single = (await get(`${campaigns}/${newest}`)).body
    const { curies: _curies, ..._links } = single._links
    expect(body._embedded['service:event_campaigns'][0]).toEqual({ ...single, _links })
    expect(body).toMatchObject({
      per_page: 2,
      page: 1,
      total_records: (await get(campaigns)).body.total_records,
    })
    expect(body._links).toMatchObject({
      self: { href: PUBLIC_URL + campaigns },
      next: { href: `${PUBLIC_URL}${campaigns}?per_page=2&page=2` },
      'service:event_campaigns': [newest, older].map((id) => ({ href: `${PUBLIC_URL}${campaigns}/${id}` })),
    })
    const second = await get(`${campaigns}?per_page=2&page=2`)
    expect(second.body._embedded['service:event_campaigns'][0]._links.self.href).toBe(
      `${PUBLIC_URL}${campaigns}/${oldest}`,
    )
    const theirs = (await get(campaigns, other)).body._embedded['service:event_campaigns']
    expect(theirs.some((each: any) => each[vocabulary.title].startsWith('Listed'))).toBe(false)
  })

  it('counts the events of every campaign on the page', async () => {
    const id = await givenCampaign({ title: 'Counted' })
    for (let i = 0; i < 3; i++) await post(`/api/v2/event_campaigns/${id}/events`, anEvent())
    const { body } = await get(`${campaigns}?per_page=1`)
    expect(body._embedded['service:event_campaigns'][0]).toMatchObject({
      identifiers: [`service:${id}`],
      total_events: 3,
      total_rsvps: 0,
    })
  })

  it("is empty for an individual account's key", async () => {
    const { status, body } = await get(campaigns, individual)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      total_records: 0,
      total_pages: 0,
      _embedded: { 'service:event_campaigns': [] },
    })
  })
})

describe.each(vocabularies)('GET $api/event_campaigns/{id}', (vocabulary) => {
  const campaigns = `${vocabulary.api}/event_campaigns`

  it('shows the title and the origin system under the names of the version', async () => {
    const { body } = await get(`${campaigns}/${await givenCampaign()}`)
    expect(body).toMatchObject(named(vocabulary, { title: 'Spring', origin_system: 'Test' }))
  })

  it("answers another group's campaign byte for byte as an unknown one", async () => {
    const path = `${campaigns}/${await givenCampaign()}`
    const unknown = await get(`${campaigns}/${UNKNOWN_ID}`, other)
    const text = (reply: typeof unknown) => reply.text.replaceAll(reply.headers['x-request-id'] as string, '')
    expect(unknown.status).toBe(404)
    for (const sending of [other, individual]) {
      const theirs = await get(path, sending)
      expect(theirs.status).toBe(404)
      expect(text(theirs)).toBe(text(unknown))
    }
    for (const id of ['x', 'service:' + UNKNOWN_ID, '%00', '__proto__'])
      expect((await get(`${campaigns}/${id}`)).status).toBe(404)
  })

  it("answers 404 for an event's id, and DELETE with 405", async () => {
    const { id } = await givenEvent()
    expect((await get(`${campaigns}/${id}`)).status).toBe(404)
    const { status, headers } = await send('DELETE', `${campaigns}/${await givenCampaign()}`)
    expect([status, headers['allow']]).toEqual([405, ALLOWED[vocabulary.version]])
  })
})

/** Version 1 only reads campaigns. */
const ALLOWED = { v1: 'GET, HEAD, OPTIONS', v2: 'GET, HEAD, PUT, OPTIONS' }
