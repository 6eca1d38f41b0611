import { ownerStore } from '../../../lib/app/access.js'
import { assignPending, demo, gateway, get, table } from '../service.js'

/*
 * Visitors of the demo group's events, who send the RSVP form without a key.
 */

/** Changes settings of the demo group. */
export const rsvpSettings = (change: object) => ownerStore(table).changeSettings(`group:${demo.group.id}`, change)

let visitors = 0

/**
 * Sends the form as the widget does.
 * @param id of the event, or another path
 * @param from the address of the visitor; by default, each has one
 */
export async function submit(
  id: string,
  inputs: Record<string, string>,
  { headers = {}, from = `198.51.100.${++visitors % 250}` }: { headers?: Record<string, string>; from?: string } = {},
) {
  const {
    status,
    headers: answered,
    body,
  } = await gateway.handle({
    method: 'POST',
    path: id.startsWith('/') ? id : `/events/${id}/attendances`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      origin: 'https://page.example',
      ...headers,
    },
    body: new URLSearchParams(inputs).toString(),
    remoteAddress: from,
  })
  const text = body.toString()
  return { status, headers: answered, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}

/** Returns the terms beside the button of an event's form. */
export const termsShown = async (id: string) =>
  (await get(`/embed/events/${id}`, { key: null })).body.consent as {
    id: string
    text: string
    opt_in_text?: string
  }

/** The attendances of an event, newest first, as a version shows them. */
async function attendancesOf(id: string, version: 'v1' | 'v2' = 'v2') {
  await assignPending()
  const { body } = await get(`/api/${version}/events/${id}/attendance${version === 'v2' ? 's' : ''}`)
  return Object.values<any>(body._embedded)[0]
}

/** The one attendance of an event. */
export const attendanceOf = async (id: string, version?: 'v1' | 'v2') => (await attendancesOf(id, version))[0]

/** The people of an event, newest first. */
export const peopleOf = async (id: string) =>
  Promise.all(
    (await attendancesOf(id)).map(
      async ({ _links }: any) => (await get(new URL(_links['osdi:person'].href).pathname)).body,
    ),
  )

/** The one person of an event. */
export const personOf = async (id: string) => (await peopleOf(id))[0]
