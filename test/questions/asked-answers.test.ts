import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasAnswers } from '../../lib/questions/asked-answers.js'
import type { Question } from '../../lib/questions/question.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { assignPending, demo, get, givenEvent, givenInterfaceEvent, post, put } from '../support/service.js'
import { has } from '../support/rooms.js'

const HELP = {
  id: 'help',
  title: 'What can you help with?',
  type: 'multiple_choice' as const,
  choices: ['Table', 'Door', '=1+1'],
}
const QUESTIONS: Question[] = [
  HELP,
  { id: 'needs', title: 'What do you need?', type: 'text', sensitive: true },
  { id: 'conduct', title: 'I agree', type: 'checkbox' },
]

const rsvp = (path: string, name: string, answers: object) =>
  post(`${path}/attendances`, {
    person: {
      given_name: name,
      family_name: 'Guest',
      email_addresses: [{ address: `${name}.${path.slice(-12)}@example.org`.toLowerCase() }],
    },
    'service:answers': answers,
  })

const filled = async (path: string) => {
  await rsvp(path, 'Tabea', { help: ['Table'], needs: 'A ramp', conduct: true })
  await rsvp(path, 'Dora', { help: ['Door', 'Table'] })
  await rsvp(path, 'Finn', { help: ['=1+1'], conduct: true })
  await rsvp(path, 'None', {})
  await assignPending()
}

const queryFor = (event: string, answers: unknown) =>
  post('/api/v2/targeting/queries', { title: 'Asked', include: [event], answers })

const found = async (query: { _links: Record<string, { href: string }> }) => {
  const { body } = await get(new URL(query._links['service:people']?.href ?? '').pathname)
  return body._embedded['osdi:people'].map(({ given_name }: { given_name: string }) => given_name).sort()
}

describe('a query for answers', () => {
  it.each<[object, string[]]>([
    [{ help: ['Table'] }, ['Dora', 'Tabea']],
    [{ help: ['Door', '=1+1'] }, ['Dora', 'Finn']],
    [{ help: ['Table'], conduct: [true] }, ['Tabea']],
    [{ needs: ['A ramp'] }, ['Tabea']],
    [{ conduct: ['true'] }, []],
    [{}, ['Dora', 'Finn', 'None', 'Tabea']],
  ])('finds the people who have given one of them to each question: %j', async (answers, people) => {
    const { path, id } = await givenEvent({ 'service:questions': QUESTIONS })
    await filled(path)
    const { status, body } = await queryFor(id, answers)
    expect(status).toBe(200)
    expect(body.answers).toEqual(Object.keys(answers).length > 0 ? answers : undefined)
    expect(await found(body)).toEqual(people)
  })

  it('is run again when it asks for others, and refused with 400 where it asks what no event asks', async () => {
    const { path, id } = await givenEvent({ 'service:questions': QUESTIONS })
    await filled(path)
    const { body } = await queryFor(id, { help: ['Door'] })
    const self = new URL(body._links.self.href).pathname
    const changed = await put(self, { answers: { conduct: [true] } })
    expect(await found(changed.body)).toEqual(['Finn', 'Tabea'])
    for (const refused of [await queryFor(id, { no: ['x'] }), await put(self, { answers: { no: ['x'] } })]) {
      expect(refused.status).toBe(400)
      expect(JSON.stringify(refused.body)).toContain('answers.no')
    }
    expect((await put(self, { answers: null })).body).not.toHaveProperty('answers')
  })

  it.each([[7], ['x'], [{ help: 'Table' }], [{ help: [] }], [{ help: [false] }], [{ help: [1] }]])(
    'is refused with 400 where it is malformed: %j',
    async (answers) => {
      const { id } = await givenEvent({ 'service:questions': QUESTIONS })
      expect((await queryFor(id, answers)).status).toBe(400)
    },
  )

  it('has answers in its file, in which spreadsheets compute nothing, and no sensitive ones', async () => {
    const { path, id } = await givenEvent({ 'service:questions': QUESTIONS })
    await filled(path)
    const { body } = await queryFor(id, { conduct: [true] })
    const { text } = await get(new URL(body._links['service:people_csv'].href).pathname)
    const [head, ...rows] = text.trim().split('\r\n')
    expect(head).toMatch(/"events","What can you help with\?","I agree"$/)
    expect(rows).toHaveLength(2)
    expect(rows.find((row) => row.includes('Finn'))).toMatch(/,"'=1\+1","✓"$/)
    expect(text).not.toContain('ramp')
  })

  it('takes an answer where one of those looked for is given, whatever it is', () => {
    const answer = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(true as const))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), answer), fc.string(), fc.string(), (given, id, value) => {
        const [own] = Object.hasOwn(given, id) ? [given[id]] : []
        const expected = Array.isArray(own) ? own.includes(value) : own === value
        expect(hasAnswers(given, { [id]: [value] })).toBe(expected)
      }),
    )
  })
})

describe('the interface', () => {
  let organizer: Browser
  let event: string
  beforeAll(async () => {
    organizer = await signedInAs(demo.group.organizer)
    event = (await givenInterfaceEvent({ questions: QUESTIONS, start_date: { wallClock: '2040-05-04T10:00:00' } })).id
    await filled(`/api/v2/events/${event}`)
  })
  const named = (html: string) => ['Dora', 'Finn', 'None', 'Tabea'].filter((name) => html.includes(`${name} Guest`))

  it.each(has('door') ? ['guests', 'door'] : ['guests'])('narrows guests by an answer, in %s', async (tab) => {
    const page = async (query: string) => (await organizer.open(`/manage/events/${event}/${tab}${query}`)).html
    expect(named(await page(''))).toEqual(['Dora', 'Finn', 'None', 'Tabea'])
    // A sensitive answer is on no device of the door.
    expect((await page('')).includes('A ramp')).toBe(tab === 'guests')
    expect(named(await page('?answer=help:0'))).toEqual(['Dora', 'Tabea'])
    expect(named(await page('?answer=conduct:yes'))).toEqual(['Finn', 'Tabea'])
    expect(named(await page('?answer=help:0&find=dora'))).toEqual(['Dora'])
    expect(named(await page('?answer=help:99'))).toEqual(['Dora', 'Finn', 'None', 'Tabea'])
  })

  it('finds people by answers', async () => {
    const path = `/manage/${demo.group.id}/targeting`
    const chosen = { title: 'At the door', to: 'guests', did: 'accepted', event }
    const { html } = await organizer.send(`${path}/new`, { ...chosen, more: 'tag' })
    expect(html).toContain('name="answer help:1"')
    const { headers } = await organizer.send(`${path}/new`, { ...chosen, 'answer help:1': 'on' })
    const query = headers['location'] ?? ''
    expect(named((await organizer.open(query)).html)).toEqual(['Dora'])
  })
})
