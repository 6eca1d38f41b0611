import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { askAtTerminal } from '../../place.js'
import { ToBeSeen, milliseconds } from './proof.js'

/*
 * A service is tried by its API: a burst of RSVPs, a message of a webhook, an email. They leave the events and
 * people that they make, as the API deletes neither, under names that say what they are.
 */

export interface Target {
  address: string
  key: string
}

type Document = Record<string, unknown>

async function ask({ address, key }: Target, path: string, body?: object, method = body ? 'POST' : 'GET') {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { 'osdi-api-token': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`)
  return (text ? JSON.parse(text) : {}) as Document
}

const pathOf = (document: Document) => new URL((document['_links'] as { self: { href: string } }).self.href).pathname

const newEvent = async (target: Target) =>
  pathOf(await ask(target, '/api/v2/events', { title: 'Proof', origin_system: 'Proof', start_date: '2000-01-01' }))

const attendee = (address: string) => ({ person: { given_name: 'Proof', email_addresses: [{ address }] } })

/** The longest that a total may take to become exact, or a message to come. */
const PATIENCE_MS = 120_000

/** Sends RSVPs of new people to one event, a number at the same time. @throws Error where one is missing */
export async function burst(target: Target, count: number, connections: number): Promise<string> {
  const path = await newEvent(target)
  const run = Date.now().toString(36)
  const limit = pLimit(connections)
  const times: number[] = []
  const refusals: string[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: count }, (_, i) =>
      limit(async () => {
        const sent = performance.now()
        await ask(target, `${path}/attendances`, attendee(`proof-${run}-${i}@example.org`)).then(
          () => times.push(performance.now() - sent),
          (error: unknown) => refusals.push((error as Error).message),
        )
      }),
    ),
  )
  const ended = performance.now()
  const total = async () => Number((await ask(target, path))['total_accepted'])
  while ((await total()) !== times.length && performance.now() - ended < PATIENCE_MS) await pause(100)
  const counted = await total()
  const exact = milliseconds(performance.now() - ended)
  times.sort((one, other) => one - other)
  const part = (share: number) => milliseconds(times[Math.floor(times.length * share)] ?? NaN)
  const rate = Math.round(count / ((ended - began) / 1_000))
  const figures = `${times.length} of ${count} RSVPs, ${rate} a second over ${connections} connections; p50 ${part(0.5)}, p99 ${part(0.99)}; ${counted} counted after ${exact}`
  if (refusals.length > 0 || counted !== count) throw new Error(`${figures}; ${refusals[0] ?? 'not exact'}`)
  return figures
}

/** Makes a webhook, waits for the message about an RSVP, and ends the webhook. */
export async function webhook(target: Target): Promise<string> {
  const path = await newEvent(target)
  const made = pathOf(await ask(target, '/api/v2/webhooks', { name: 'Proof', types: ['attendance.created'] }))
  try {
    const began = performance.now()
    await ask(target, `${path}/attendances`, attendee(`proof-webhook-${Date.now()}@example.org`))
    while (!JSON.stringify(await ask(target, `${made}/messages`)).includes('attendance.created')) {
      if (performance.now() - began > PATIENCE_MS) throw new Error('No message came within two minutes')
      await pause(100)
    }
    return `the message came after ${milliseconds(performance.now() - began)}`
  } finally {
    await ask(target, made, undefined, 'DELETE')
  }
}

/**
 * Asks for a link to sign in, as an organizer does. Its reader says at the terminal when the email has come.
 * @throws ToBeSeen where there is no terminal
 */
export async function mail({ address }: Target, to: string): Promise<string> {
  const answer = await fetch(`${address}/manage/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: address },
    body: new URLSearchParams({ email: to }).toString(),
    redirect: 'manual',
  })
  if (answer.status >= 400) throw new Error(`It was answered ${answer.status}`)
  const asked = new Date()
  const came = await askAtTerminal(
    `Press Enter as soon as the email to ${to} is there (only members of a group get one), or type no: `,
  )
  if (came === undefined) throw new ToBeSeen(`asked for at ${asked.toISOString()}: write down when it came`)
  if (came !== '') throw new Error(`asked for at ${asked.toISOString()}, and not come`)
  return `it came after ${milliseconds(Date.now() - asked.getTime())}`
}
