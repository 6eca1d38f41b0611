import { describe, expect, it } from 'vitest'
import { anEvent, get, givenEvent, idOf, post, put, send } from '../../support/service.js'

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

describe('fields where JSON belongs', () => {
  it('are taken from the query of a POST without a body', async () => {
    const fields = query({ ...anEvent({ title: 'From a query' }), identifiers: 'crm:query' })
    const reply = await send('POST', `/api/v2/events?${fields}`)
    expect([reply.status, reply.body.title]).toEqual([200, 'From a query'])
    expect(reply.body.identifiers).toContain('crm:query')
    const again = await send('POST', `/api/v2/events?${fields}&identifiers=crm%3Asecond`)
    expect(idOf(again)).toBe(idOf(reply))
    expect(again.body.identifiers).toContain('crm:second')
  })

  it('are taken from a form in a PUT', async () => {
    const { path } = await givenEvent()
    const reply = await put(path, 'title=As+a+form&identifiers=crm%3Aform')
    expect([reply.status, reply.body.title]).toEqual([200, 'As a form'])
    expect(reply.body.identifiers).toContain('crm:form')
  })

  it('are refused as any other when something is wrong with them', async () => {
    const reply = await send('POST', '/api/v2/events?title=x')
    expect([reply.status, reply.body.error]).toEqual([400, 'origin_system is required'])
    const { path } = await givenEvent()
    const linked = await send('POST', `${path}/attendances?_links=osdi%3Aperson`)
    expect([linked.status, linked.body.error]).toEqual([400, 'You must specify a valid person id'])
  })

  it('are not looked for where a body is JSON, or the query has parameters of its own', async () => {
    const reply = await post('/api/v2/events?title=Query', anEvent({ title: 'Body' }))
    expect(reply.body.title).toBe('Body')
    for (const path of ['/api/v2/events', '/api/v2/events?background_request=true&page=2'])
      expect((await send('POST', path)).body.error).toContain('The body must be JSON')
    expect((await post('/api/v2/events', 'title=x&origin_system=y')).body.error).toContain('The body must be JSON')
    expect((await get('/api/v2/events?title=Query')).status).toBe(200)
  })
})
