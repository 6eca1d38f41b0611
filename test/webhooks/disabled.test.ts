import { expect, it } from 'vitest'
import { demo } from '../../local/demo.js'
import { takeReceived } from '../support/mail/mail.js'
import { startReceiver } from '../support/given/receiver.js'
import { PUBLIC_URL, get, givenEvent, put } from '../support/service.js'
import { eventually, givenWebhook } from '../support/given/webhooks.js'

/** The creator and the administrator of the demo group. Its organizer and its member may not change webhooks. */
const MANAGERS = ['daniel.whitaker@example.org', 'maya.okafor@example.org']

it('a disabled webhook is mailed to the people who may change it, once each time that deliveries disable it', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(410).end()
  const webhook = await givenWebhook({ types: ['event.created'], url: receiver.url })

  const came: ReturnType<typeof takeReceived> = []
  for (let times = 1; times <= 2; times++) {
    if (times > 1) await put(webhook.path, { enabled: true })
    await givenEvent()
    await eventually(() => {
      came.push(...takeReceived())
      expect(came).toHaveLength(times * MANAGERS.length)
    })
    expect((await get(webhook.path)).body).toMatchObject({
      status: 'disabled',
      last_error: 'The receiver answered 410',
    })
  }
  expect(
    came
      .slice(0, MANAGERS.length)
      .map(({ recipient }) => recipient)
      .sort(),
  ).toEqual(MANAGERS)
  for (const { kind, text } of came) {
    expect(kind).toBe('webhook-disabled')
    expect(text).toContain(webhook._links.self.href)
    const id = webhook.path.split('/').at(-1)
    expect(text).toContain(`${PUBLIC_URL}/manage/${demo.group.id}/webhooks/${id}`)
  }
  expect(new Set(came.map(({ mail }) => mail.messageId)).size).toBe(2 * MANAGERS.length)
  await receiver.close()
})

it('a webhook that its owner disables causes no email', async () => {
  const webhook = await givenWebhook({ types: ['event.created'] })
  await put(webhook.path, { enabled: false })
  const other = await givenWebhook({ types: ['event.created'] })
  const { id } = await givenEvent()
  // By then, an email would have been sent as well.
  await eventually(async () => expect((await get(`${other.path}/messages`)).text).toContain(id))
  expect(takeReceived()).toEqual([])
})
