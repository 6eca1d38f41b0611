import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type InterfaceChange, cancelEvent, updateInterfaceEvent } from '../../../lib/events/interface-event.js'
import { type AttendanceChange, changeAttendance } from '../../../lib/attendances/change-attendance.js'
import { attending } from '../../../lib/app/attendances.js'
import { OsdiError } from '../../../lib/runtime/errors.js'
import { eventDependencies } from '../../../lib/app/record-events.js'
import { adminOf } from '../../admin/admin.js'
import { PAGE_HEADERS, request } from '../clients/organizer.js'
import { submit, termsShown } from '../clients/visitors.js'
import {
  PUBLIC_URL,
  address,
  assignPending,
  demo,
  get,
  givenInterfaceEvent,
  post,
  put,
  service,
  table,
} from '../service.js'
import { type Beside, type Outcome, type Topic, type Way, isState, isWay } from './topics.js'
import { loadEvent } from '../../../lib/events/store/load-event.js'

/*
 * A meeting of two features is performed in one way: an event in the states that are among them, two people who come,
 * one who waits where there is a list, and then what else is among them, one after the other, to one RSVP.
 */

const owner = `group:${demo.group.id}` as const
const admin = adminOf({ PUBLIC_URL, TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const block = (email: string) => admin('person', 'block', '--group', demo.group.id, '--email', email)
// The first block comes before the first request: a process remembers for a minute what it knows of a key.
await block('first@example.org')

/** An answer, as the table has it. */
const answerOf = ({ status, body }: { status: number; body?: any }): string => {
  const error = body?.['osdi:error']?.resource_status?.[0]?.error_descriptions?.[0]
  return status < 400 ? '200' : `${status} ${String(error?.error_code ?? '')}`.trim()
}

/** The scene of a meeting. */
interface Scene {
  id: string
  path: string
  guests: number
  /** Further inputs of the form. */
  inputs: Record<string, string>
}

/** Performs a meeting. @returns its outcome */
export const perform = (one: Topic, other: Topic): Promise<Outcome> => performAll([one, other])

/** Performs a meeting of features at an event that also has others, and requires that it keeps these. */
export async function performAll(topics: readonly Topic[], beside: readonly Beside[] = []): Promise<Outcome> {
  const isBeside = (each: Beside) => beside.includes(each)
  const has = (topic: Topic) => topics.includes(topic)
  const guests = has('guests') ? 1 : 0
  const asks = has('approval') || has('approve')
  const { id, path } = await givenEventOf(isBeside('series'), {
    capacity: 3 + guests,
    max_guests: guests,
    ...fieldsOf(beside),
    ...(has('waiting list') && { waitlist: true }),
    ...(asks && { approval: true }),
    ...(!has('no date') && { start_date: { wallClock: '2031-06-01T10:00:00' } }),
    ...(!has('no zone') && { timezone_identifier: 'America/Denver' }),
  })
  const before = (await get(path)).body
  const inputs = isBeside('consent') ? { opt_in: 'yes', consent: (await termsShown(id)).id } : {}
  const scene: Scene = {
    id,
    path,
    guests,
    inputs: { ...inputs, ...(isBeside('questions') && { answer_diet: 'Bread' }) },
  }
  const change = (fields: InterfaceChange) => updateInterfaceEvent(owner, id, fields, eventDependencies(service))
  const [subject, second, third] = ['subject', 'second', 'third'].map(emailed) as [string, string, string]
  // A person who comes by a way among the topics comes last; otherwise first, by key, or by a form that asks.
  const ways = topics.filter(isWay)
  if (ways.length === 0) await by(asks ? 'form' : 'key', scene, subject)
  await by('key', { ...scene, guests: 0 }, second)
  if (has('waiting list')) {
    const fillers = ways.length === 0 && !asks ? 1 : 2 + guests
    for (let i = 0; i < fillers; i++) await by('key', { ...scene, guests: 0 }, emailed('filler'))
    await by('key', { ...scene, guests: 0 }, third)
  }
  if (has('hidden')) await change({ hidden: true })
  if (has('private')) await change({ visibility: 'private' })
  if (has('blocked')) await block(subject)
  if (has('list')) await change({ rsvps_close: '2031-05-31T00:00:00', list_to: 'venue@example.org' })
  if (has('closed')) await change({ rsvps_close: '2021-01-01T00:00:00' })
  else if (has('not open')) await change({ rsvps_open: '2030-01-01T00:00:00' })
  // An event without a date is never over.
  if (has('over') && !has('no date'))
    await change({
      start_date: { wallClock: '2020-06-01T10:00:00' },
      end_date: { wallClock: '2020-06-01T12:00:00' },
    })
  let answer = '200'
  const changes = topics.filter((topic) => !isState(topic))
  // A change of the whole event comes before a person who answers.
  const isOfEvent = (topic: Topic) => ['capacity change', 'helper edits', 'cancel event'].includes(topic)
  const ordered = [
    ...changes.filter((topic) => isOfEvent(topic) && ways.length > 0),
    ...ways,
    ...changes.filter((topic) => !isWay(topic) && !(isOfEvent(topic) && ways.length > 0)),
  ]
  for (const each of ordered) answer = await does(each, scene, { subject, second, change })
  if (ordered.length === 0)
    answer = await by('form', { ...scene, guests: 0 }, has('blocked') ? subject : emailed('newcomer'))
  await assignPending()
  const { body } = await get(path)
  for (const name of KEPT) expect(body[name]).toEqual(before[name])
  const { accepted, declined, waitlisted, attended, guests: brought, requested } = body['service:totals']
  const standing = await standings(path)
  return {
    answer,
    person: has('erase') ? (standing.get('') ?? 'none') : (standing.get(subject) ?? 'none'),
    ...(has('waiting list') && { waiting: standing.get(third) ?? 'none' }),
    totals: [accepted, declined, waitlisted, attended, brought, ...(asks ? [requested] : [])].join(' '),
  }
}

/** The fields of the API that show what an event has beside the features that meet. */
const KEPT = ['series', 'review', 'questions', 'emails', 'contact', 'kind', 'accessibility'].map(
  (name) => `service:${name}`,
)

const fieldsOf = (beside: readonly Beside[]): Parameters<typeof givenInterfaceEvent>[0] => {
  const fields: Partial<Record<Beside, object>> = {
    hosting: { host_link: { generation: 1 }, review: { state: 'approved', date: '2026-01-01T00:00:00.000Z' } },
    questions: { questions: [{ id: 'diet', title: 'Diet?', type: 'text', required: true }] },
    'further emails': { emails: [{ when: 120, to: 'coming', text: 'Bring gloves.' }] },
    contact: { contact: { name: 'Ada', email_address: 'ada@contact.example', public: true } },
    kind: { kind: 'rally', accessibility: { step_free: 'yes', notes: 'Ring' } },
  }
  return Object.assign({}, ...beside.map((each) => fields[each] ?? {})) as Parameters<typeof givenInterfaceEvent>[0]
}

/** Makes an event, or the first date of a series, with some fields. */
async function givenEventOf(isOfSeries: boolean, fields: NonNullable<Parameters<typeof givenInterfaceEvent>[0]>) {
  if (!isOfSeries) return givenInterfaceEvent(fields)
  const { capacity, start_date, timezone_identifier, ...others } = fields
  const { json } = await admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    'Dinner',
    '--origin-system',
    'Interface',
    '--json',
    '--start-date',
    (start_date as { wallClock: string }).wallClock,
    '--capacity',
    String(capacity),
    ...(timezone_identifier ? ['--timezone', timezone_identifier] : []),
    '--repeat',
    'weekly',
    '--count',
    '2',
  )
  const [id] = json.events as [string]
  await updateInterfaceEvent(owner, id, others, eventDependencies(service))
  return { id, path: `/api/v2/events/${id}` }
}

const emailed = (name: string) => `${name}-${randomUUID()}@example.org`

interface Cast {
  subject: string
  second: string
  change: (fields: InterfaceChange) => Promise<unknown>
}

/** Does one thing. @returns the answer */
async function does(act: Topic, scene: Scene, { subject, second, change }: Cast): Promise<string> {
  if (isWay(act)) return by(act, scene, subject)
  const path = await attendanceOf(scene.path, subject)
  const setTo = async (body: object) => (path ? answerOf(await put(path, body)) : 'nothing to change')
  switch (act) {
    case 'capacity change':
      await change({ capacity: 4 + scene.guests })
      return '200'
    case 'helper edits':
      return byHelper(scene.id)
    case 'cancel event':
      await cancelEvent(owner, scene.id, eventDependencies(service))
      return '200'
    case 'cancel RSVP':
      return setTo({ status: 'declined' })
    case 'restore':
      await setTo({ status: 'declined' })
      return setTo({ status: 'accepted' })
    case 'attend':
      return setTo({ 'service:attended': true })
    case 'approve':
      return setTo({ 'service:request': { state: 'approved' } })
    case 'out of turn':
      return byTeam(scene.id, path, { outOfTurn: 'seat' })
    case 'cancel and tell':
      return byTeam(scene.id, path, { status: 'declined', tells: {} })
    case 'merge': {
      const [keep, other] = [await personOf(subject), await personOf(second)]
      if (keep === undefined || other === undefined) return 'nothing to change'
      return (await admin('person', 'merge', keep, other)).code === 0 ? '200' : 'refused'
    }
    case 'erase': {
      const person = await personOf(subject)
      if (person === undefined) return 'nothing to change'
      return (await admin('person', 'erase', person)).code === 0 ? '200' : 'refused'
    }
    default:
      return '200'
  }
}

/** Changes an RSVP as the interface does. @returns the answer */
async function byTeam(event: string, path: string | undefined, change: AttendanceChange): Promise<string> {
  const [found, id] = [await loadEvent(table, event), path?.split('/').at(-1)]
  if (!found || id === undefined) return 'nothing to change'
  return changeAttendance(attending(service), found, id, change).then(
    () => '200',
    (error: unknown) => {
      if (!(error instanceof OsdiError)) throw error
      return `409 ${error.faults[0]?.error_code ?? error.code}`
    },
  )
}

/** A helper without an account opens a link, and changes the title and the hour. @returns the answer */
async function byHelper(event: string): Promise<string> {
  const { json } = await admin('event', 'team-link', event, '--rights', 'edit', '--json')
  const { cookies, status: opened } = await request('POST', new URL(json.link as string).pathname, PAGE_HEADERS, '')
  if (opened === 404) return '404 not_found'
  const headers = { ...PAGE_HEADERS, cookie: cookies[0]?.split(';')[0] ?? '' }
  const page = `/manage/events/${event}/change`
  const { html } = await request('GET', page, headers)
  const valueOf = (name: string) => new RegExp(`name="${name}" (?:[^>]* )?value="([^"]*)"`).exec(html)?.[1] ?? ''
  const fields = {
    form_token: valueOf('form_token'),
    revision: valueOf('revision'),
    title: 'Words of a helper',
    ...(valueOf('start_time') && { start_time: '11:30', end_time: '13:00' }),
  }
  const { status } = await request('POST', page, headers, new URLSearchParams(fields).toString())
  const { title } = (await get(`/api/v2/events/${event}`)).body
  return status === 303 && title === fields.title ? '200' : `${status} ${title}`
}

/** Has a person answer in one of the ways. @returns the answer */
async function by(way: Way, { id, path, guests, inputs }: Scene, email: string): Promise<string> {
  const person = { email_addresses: [{ address: email }] }
  const rsvp = { person, ...(guests > 0 && { 'service:guests': guests }) }
  switch (way) {
    case 'key':
      return answerOf(await post(`${path}/attendances`, rsvp))
    case 'v1': {
      const { body } = await post('/api/v2/people', { person })
      const linked = { _links: { 'osdi:person': body._links.self }, originating_system: 'Test' }
      const answer = await post(`${path.replace('/api/v2', '/api/v1')}/attendance`, {
        ...linked,
        ...(guests > 0 && { 'service:guests': guests }),
      })
      return answerOf(answer)
    }
    case 'form':
      return answerOf(await submit(id, { email, ...inputs, ...(guests > 0 && { guests: String(guests) }) }))
    case 'bulk': {
      const { body } = await post(`${path}/attendances/bulk`, { rows: [rsvp] })
      const [row] = body.rows as [{ status: number }]
      return answerOf({ status: row.status, body: row })
    }
    case 'import':
      return imported(id, email)
  }
}

async function imported(event: string, email: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meeting-'))
  const file = join(folder, 'rows.csv')
  await writeFile(file, `name,email,approval_status\nMona Lee,${email},approved\n`)
  const args = ['import', 'csv', 'attendances', '--group', demo.group.id, '--event', event, '--in', file]
  const { code, json } = await admin(...args, '--json')
  await rm(folder, { recursive: true })
  return code === 0 ? '200' : `refused ${String(json?.refused?.[0]?.error_code ?? '')}`.trim()
}

async function personOf(email: string): Promise<string | undefined> {
  const { body } = await get(`/api/v2/people?filter=${encodeURIComponent(`email eq '${email}'`)}`)
  const [person] = body._embedded['osdi:people'] as { _links: { self: { href: string } } }[]
  return person?._links.self.href.split('/').at(-1)
}

async function attendanceOf(path: string, email: string): Promise<string | undefined> {
  const person = await personOf(email)
  const all = (await get(`${path}/attendances`)).body._embedded['osdi:attendances'] as any[]
  const found = all.find((each) => each['service:person_id'] === person)
  return found && new URL(found._links.self.href).pathname
}

/** The RSVPs of an event by the emails of their people; without one that was erased. */
async function standings(path: string): Promise<Map<string, string>> {
  const all = (await get(`${path}/attendances?per_page=100`)).body._embedded['osdi:attendances'] as any[]
  const found = await Promise.all(
    all.map(async (each): Promise<[string, string]> => {
      const { body } = await get(`/api/v2/people/${each['service:person_id']}`)
      const email = (body.email_addresses?.[0]?.address as string | undefined) ?? ''
      const guests = each['service:guests'] as number
      const status = each['service:request']?.state === 'waiting' ? 'requested' : each.status
      return [email, `${status}${guests > 0 ? ` +${guests}` : ''}`]
    }),
  )
  return new Map(found)
}
