import { describe, expect, it } from 'vitest'
import { get, idOf, post } from '../support/service.js'

describe('POST /api/v1/people', () => {
  it('adds a person, and changes the one who has the email', async () => {
    const sent = {
      given_name: 'Vee',
      email_addresses: [{ address: 'vee@example.org' }],
      originating_system: 'Old',
    }
    const added = await post('/api/v1/people', sent)
    expect([added.status, added.body.given_name, added.body.originating_system]).toEqual([200, 'Vee', 'Old'])
    const changed = await post('/api/v1/people', { ...sent, given_name: 'Wanda' })
    expect([idOf(changed), changed.body.given_name]).toEqual([idOf(added), 'Wanda'])
    expect((await get(`/api/v2/people/${idOf(added)}`)).body.email_addresses[0].status).toBe('subscribed')
  })

  it('needs an email, and names every fault', async () => {
    expect((await post('/api/v1/people', { given_name: 'Vee' })).body.error).toBe('email_addresses is required')
    const { status, body } = await post('/api/v1/people', {
      given_name: 7,
      email_addresses: [{ address: 'x' }],
    })
    expect([status, body['osdi:error'].resource_status[0].error_descriptions.length]).toEqual([400, 2])
  })
})
