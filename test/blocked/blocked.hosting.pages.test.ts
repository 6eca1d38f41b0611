import { expect, it } from 'vitest'
import { givenHosting, givenLink, hostForm, submitForm, typed } from '../support/given/hosting.js'
import { admin, takeReceived } from '../support/mail/mail.js'
import { demo, get } from '../support/service.js'

it('the form of a host answers a blocked address as any other, and mails no link', async () => {
  const campaign = await givenHosting()
  const [loud, other] = ['loud@host.example', 'other@host.example']
  await admin('person', 'block', '--group', demo.group.id, '--email', loud)
  const send = (email: string) => hostForm(campaign.id, { ...typed({ email }), confirmed: '1' })
  const [refused, stranger] = [await send(loud), await send(other)]
  expect([refused.status, refused.text]).toEqual([stranger.status, stranger.text])
  await givenLink(campaign.id, { email: 'third@host.example' })
  expect(takeReceived().filter(({ recipient }) => recipient === loud)).toEqual([])
})

it('a link that was mailed before the block publishes nothing', async () => {
  const campaign = await givenHosting()
  const email = 'later@host.example'
  const link = await givenLink(campaign.id, { email })
  await admin('person', 'block', '--group', demo.group.id, '--email', email)
  const { text } = await submitForm(link, { action: 'publish' })
  expect(text).toContain('Nothing was created.')
  const { body } = await get(`/api/v2/event_campaigns/${campaign.id}/events`)
  expect(body.total_records).toBe(0)
})
