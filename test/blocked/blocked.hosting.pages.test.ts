import { expect, it } from 'vitest'
import { givenHosting, givenLink, hostForm, typed } from '../support/given/hosting.js'
import { admin, takeReceived } from '../support/mail/mail.js'
import { demo } from '../support/service.js'

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
