import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { ownerStore } from '../../lib/app/access.js'
import { enteredPerson } from '../../lib/people/person.js'
// It sets SMTP_URL, by which the service sends mail.
import { mails } from '../support/mail/mail.js'
import { authenticator } from '../support/clients/authenticator.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { PUBLIC_URL, demo, table } from '../support/service.js'

const PASSKEYS = '/manage/you/passkeys'

async function member(): Promise<{ email: string; browser: Browser }> {
  const email = `${randomUUID()}@keys.example.org`
  const person = enteredPerson({ id: randomUUID(), owner: `group:${demo.group.id}`, email }, new Date())
  return {
    email,
    browser: await signedInAs(await ownerStore(table).addMember(demo.group.id, person, 'organizer')),
  }
}

const add = async (browser: Browser, headers = {}) => {
  const options = JSON.parse((await browser.open(`${PASSKEYS}/options`)).html) as never
  const { sent } = authenticator(PUBLIC_URL).create(options)
  return { sent, answer: await browser.send(PASSKEYS, { credential: sent, name: 'Phone <b>' }, headers) }
}

it('the address is told of each passkey that is added or removed, once, in the language of the page', async () => {
  const { email, browser } = await member()
  const { sent } = await add(browser)
  await browser.send(PASSKEYS, { credential: sent })
  const [added, ...others] = await mails()
  expect(others).toEqual([])
  expect(added).toMatchObject({
    kind: 'passkey-added',
    recipient: email,
    subject: 'A new passkey was added',
  })
  expect(added?.text).toContain('Phone <b>')
  expect(added?.text).toContain(`${PUBLIC_URL}${PASSKEYS}`)
  expect(added?.mail.html).not.toContain('<b>')

  const [, id] = /passkeys\/([0-9a-f]{32})\/remove/.exec((await browser.open(PASSKEYS)).html) ?? []
  for (const status of [303, 404])
    expect((await browser.send(`${PASSKEYS}/${id}/remove`, {}, { 'accept-language': 'es' })).status).toBe(status)
  expect(await mails()).toMatchObject([
    {
      kind: 'passkey-removed',
      recipient: email,
      subject: 'Se ha quitado una llave de acceso',
    },
  ])
})

it('a passkey that is refused is told to no one', async () => {
  const { browser } = await member()
  expect((await browser.send(PASSKEYS, { credential: '{}' })).status).toBe(400)
  expect(await mails()).toEqual([])
})
