import { describe, expect, it } from 'vitest'
import { anEvent, get, givenEvent, post, put } from '../support/service.js'

const v1Of = async (path: string) => (await get(path.replace('v2', 'v1'))).body

describe('the times of an event with a time zone', () => {
  it('are wall clocks there, and beside them the instants that they are', async () => {
    const event = await givenEvent({
      timezone_identifier: 'America/Denver',
      start_date: '2026-11-03T18:30',
      end_date: '2026-11-03T21:00:00Z',
    })
    expect(event).toMatchObject({
      start_date: '2026-11-03T18:30:00Z',
      end_date: '2026-11-03T21:00:00Z',
      timezone_identifier: 'America/Denver',
      'service:start_date_utc': '2026-11-04T01:30:00Z',
      'service:end_date_utc': '2026-11-04T04:00:00Z',
    })
    const { id: _id, path, ...document } = event
    expect((await get(path)).body).toEqual(document)
    const [listed] = (await get('/api/v2/events?per_page=1')).body._embedded['osdi:events']
    expect(listed['service:start_date_utc']).toBe('2026-11-04T01:30:00Z')
  })

  it('show an instant, written with an offset, as the wall clock there', async () => {
    const { path, ...event } = await givenEvent({
      timezone_identifier: 'Asia/Kolkata',
      start_date: '2026-11-03T18:30:00-05:00',
    })
    expect(event).toMatchObject({
      start_date: '2026-11-04T05:00:00Z',
      'service:start_date_utc': '2026-11-03T23:30:00Z',
    })
    expect((await put(path, { end_date: '2026-11-04T00:30:00+00:00' })).body).toMatchObject({
      end_date: '2026-11-04T06:00:00Z',
      'service:end_date_utc': '2026-11-04T00:30:00Z',
    })
  })

  it('keep their wall clocks and move as instants when the time zone changes, through version 1 too', async () => {
    const { path } = await givenEvent({
      timezone_identifier: 'America/Denver',
      start_date: '2026-11-03T18:30',
    })
    const moved = await put(path, { timezone_identifier: 'Asia/Tokyo' })
    expect(moved.body).toMatchObject({
      start_date: '2026-11-03T18:30:00Z',
      'service:start_date_utc': '2026-11-03T09:30:00Z',
    })
    await put(path.replace('v2', 'v1'), { start: '2026-07-01T09:00:00+00:00' })
    expect((await get(path)).body).toMatchObject({
      start_date: '2026-07-01T18:00:00Z',
      'service:start_date_utc': '2026-07-01T09:00:00Z',
    })
  })

  it('lose their instants with their dates', async () => {
    const { path } = await givenEvent({
      timezone_identifier: 'UTC',
      start_date: '2026-11-03',
      end_date: '2026-11-04',
    })
    const { body } = await put(path, { start_date: null, end_date: '' })
    for (const field of ['start_date', 'end_date', 'service:start_date_utc', 'service:end_date_utc'])
      expect(body).not.toHaveProperty(field)
  })

  it('are UTC where no time zone is known, also once it is cleared', async () => {
    const sent = { timezone_identifier: 'Asia/Tokyo', start_date: '2026-11-03T18:30' }
    const { path } = await givenEvent(sent)
    const { body } = await put(path, { timezone_identifier: null })
    expect(body).not.toHaveProperty('timezone_identifier')
    expect(body).toMatchObject({
      start_date: '2026-11-03T18:30:00Z',
      'service:start_date_utc': '2026-11-03T18:30:00Z',
    })
    expect(await givenEvent({ start_date: '2026-11-03T18:30:00-05:00' })).toMatchObject({
      start_date: '2026-11-03T23:30:00Z',
      'service:start_date_utc': '2026-11-03T23:30:00Z',
    })
  })

  it('of the hour that comes twice are the first, unless an instant says the second, which a round trip keeps', async () => {
    const timezone_identifier = 'America/New_York'
    const first = await givenEvent({ timezone_identifier, start_date: '2026-11-01T01:30' })
    expect(first['service:start_date_utc']).toBe('2026-11-01T05:30:00Z')
    const second = await givenEvent({ timezone_identifier, start_date: '2026-11-01T01:30:00-05:00' })
    expect(second).toMatchObject({
      start_date: '2026-11-01T01:30:00Z',
      'service:start_date_utc': '2026-11-01T06:30:00Z',
    })
    const { id: _id, path, ...document } = second
    const again = await put(path, document)
    expect(again.body).toEqual({ ...document, modified_date: expect.any(String) })
    await put(path.replace('v2', 'v1'), await v1Of(path))
    expect((await get(path)).body['service:start_date_utc']).toBe('2026-11-01T06:30:00Z')
  })

  it('of the hour that does not exist keep their digits and count on from before it', async () => {
    const sent = { timezone_identifier: 'America/New_York', start_date: '2026-03-08T02:30' }
    expect(await givenEvent(sent)).toMatchObject({
      start_date: '2026-03-08T02:30:00Z',
      'service:start_date_utc': '2026-03-08T07:30:00Z',
    })
  })

  it('show nothing new in version 1', async () => {
    const { path } = await givenEvent({ timezone_identifier: 'Asia/Tokyo', start_date: '2026-11-03T18:30' })
    const event = await v1Of(path)
    expect(event.start).toBe('2026-11-03T18:30:00Z')
    expect(Object.keys(event).filter((name) => /utc|timezone/.test(name))).toEqual([])
  })
})

describe('timezone_identifier', () => {
  it('is refused on POST and ignored on PUT when it is no time zone', async () => {
    for (const timezone_identifier of ['Mars/Olympus', '+02:00', 'BST', 'AST', 'IST', 'bst', 7]) {
      const refused = await post('/api/v2/events', anEvent({ timezone_identifier }))
      expect(refused.status).toBe(400)
      expect(refused.body.error).toContain('timezone_identifier')
    }
    const { path } = await givenEvent({ timezone_identifier: 'Asia/Tokyo' })
    const { status, body, headers } = await put(path, { timezone_identifier: 'Mars/Olympus' })
    expect([status, body.timezone_identifier]).toEqual([200, 'Asia/Tokyo'])
    expect(headers['osdi-ignored']).toBe('timezone_identifier')
  })

  it('is nothing to version 1', async () => {
    const { path } = await givenEvent({ timezone_identifier: 'Asia/Tokyo' })
    const { headers } = await put(path.replace('v2', 'v1'), { timezone_identifier: 'Europe/London' })
    expect(headers['osdi-ignored']).toBe('timezone_identifier')
    expect((await get(path)).body.timezone_identifier).toBe('Asia/Tokyo')
  })
})
