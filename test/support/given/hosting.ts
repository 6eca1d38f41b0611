import { idOf, post, send } from '../service.js'
import { takeReceived } from '../mail/mail.js'
import { eventually } from './webhooks.js'

/** A campaign whose events supporters host. */
export async function givenHosting(fields: object = {}) {
  const created = await post('/api/v2/event_campaigns', {
    title: 'Keep the Heat On',
    origin_system: 'Test',
    host_pitch: '<p>A table is an event.</p>',
    host_instructions: '<p>Bring the list of homes.</p>',
    'service:hosting': 'reviewed',
    ...fields,
  })
  return { id: idOf(created), path: `/api/v2/event_campaigns/${idOf(created)}` }
}

/** The input of a supporter. */
export const typed = (fields: Record<string, string> = {}): Record<string, string> => ({
  title: 'Soup and phone bank',
  description: 'Come hungry.',
  start: '2031-01-16T17:30',
  end: '2031-01-16T20:00',
  mode: 'in_person',
  where: '18 Maple Court, Chatham, IL 62629',
  country: 'US',
  given_name: 'Priya',
  family_name: 'Raghunathan',
  email: 'priya@host.example',
  ...fields,
})

const FORM = {
  accept: 'text/html',
  'content-type': 'application/x-www-form-urlencoded',
  origin: 'https://events.example.org',
}

/** Sends a form as a browser does. */
export const submitForm = (path: string, inputs: Record<string, string>, headers: object = {}) =>
  send('POST', path, new URLSearchParams(inputs).toString(), { key: null, headers: { ...FORM, ...headers } })

export const hostForm = (campaign: string, inputs: Record<string, string>) =>
  submitForm(`/event_campaigns/${campaign}/host`, inputs)

export const page = (path: string) => send('GET', path, undefined, { key: null, headers: { accept: 'text/html' } })

/** Returns the email of a kind that came to an address. */
export async function mailTo(recipient: string, kind: string) {
  const came: ReturnType<typeof takeReceived> = []
  await eventually(() => {
    came.push(...takeReceived())
    if (!came.some((mail) => mail.recipient === recipient && mail.kind === kind))
      throw new Error(`no ${kind} for ${recipient}: ${came.map((mail) => mail.kind).join()}`)
  })
  return came.find((mail) => mail.recipient === recipient && mail.kind === kind) as (typeof came)[number]
}

/** Asks for the link of a host. @returns the path in the email */
export async function givenLink(campaign: string, fields: Record<string, string> = {}): Promise<string> {
  const inputs = typed(fields)
  await hostForm(campaign, { ...inputs, confirmed: '1' })
  const { text } = await mailTo(inputs['email'] as string, 'host-verify')
  return (/\/host\/[\w-]+/.exec(text) as RegExpExecArray)[0]
}

/** Publishes an event by a link. @returns the link, and the id of the event */
export async function givenHosted(campaign: string, fields: Record<string, string> = {}) {
  const link = await givenLink(campaign, fields)
  await submitForm(link, { action: 'publish' })
  const { body } = await send('GET', `/api/v2/event_campaigns/${campaign}/events`)
  const [newest] = body._embedded['osdi:events']
  return { link, id: (newest._links.self.href as string).split('/').at(-1) as string }
}
