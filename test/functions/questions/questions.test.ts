import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Question } from '../../../lib/domain/questions/question.js'
import { headingsWith, rowWith } from '../../../lib/csv/guests.js'
import { eventually, givenWebhook, pulled } from '../../support/given/webhooks.js'
import { rsvpSettings, submit } from '../../support/clients/visitors.js'
import {
  UNKNOWN_ID,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  send,
} from '../../support/service.js'
import { signedInAs } from '../../support/clients/organiser.js'
import { adminOf } from '../../admin/admin.js'
import { address } from '../../support/service.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

const QUESTIONS = [
  { id: 'ride', title: 'Do you need a ride?', type: 'single_choice', choices: ['I need one', 'I offer one'] },
  {
    id: 'help',
    title: 'What can you help with?',
    type: 'multiple_choice',
    choices: ['Table', 'Door', 'Food'],
  },
  { id: 'access', title: 'What do you need?', type: 'text', sensitive: true },
  { id: 'conduct', title: 'I keep the code of conduct', type: 'checkbox', required: true },
]

const ANSWERS = { ride: 'I need one', help: ['Table', 'Food'], access: 'A ramp', conduct: true }

const helper = (email: string, more: object = {}) => ({
  person: { email_addresses: [{ address: email }] },
  ...more,
})

const asking = (questions: unknown = QUESTIONS) => givenEvent({ 'service:questions': questions })

const rsvp = async (path: string, email: string, answers?: unknown) =>
  post(`${path}/attendances`, helper(email, answers === undefined ? {} : { 'service:answers': answers }))

describe('the questions of an event', () => {
  it('are kept as they were sent, and one without an id gets one', async () => {
    const { path } = await asking([...QUESTIONS, { title: '  A text ', type: 'text' }])
    expect((await get(path)).body['service:questions']).toEqual([
      ...QUESTIONS,
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), title: 'A text', type: 'text' },
    ])
    expect((await get(path.replace('/v2/', '/v1/'))).body['service:questions']).toHaveLength(5)
  })

  it.each<[unknown, string]>([
    [
      [
        { title: 'A', type: 'text' },
        { title: 'B', type: 'text' },
        { title: 'C', type: 'rating' },
      ],
      '[2].type',
    ],
    [[{ title: ' ', type: 'text' }], '[0].title'],
    [[{ title: 'x'.repeat(301), type: 'text' }], '[0].title'],
    [[{ title: 'A', type: 'single_choice' }], '[0].choices'],
    [[{ title: 'A', type: 'text', choices: ['B'] }], '[0].choices'],
    [[{ title: 'A', type: 'single_choice', choices: ['B', 'B'] }], '[0].choices'],
    [[{ title: 'A', type: 'single_choice', choices: ['B', 7] }], '[0].choices[1]'],
    [[{ title: 'A', type: 'text', required: 'yes' }], '[0].required'],
    [[{ title: 'A', type: 'text', id: '../x' }], '[0].id'],
    [['Why?'], '[0]'],
    ['Why?', ''],
    [Array.from({ length: 11 }, (_, i) => ({ title: `${i}`, type: 'text' })), ''],
    [
      [
        { id: 'a', title: 'A', type: 'text' },
        { id: 'a', title: 'B', type: 'text' },
      ],
      '',
    ],
  ])('are refused with their place where they are wrong: %j', async (questions, at) => {
    const sent = { title: 'Wrong', origin_system: 'Test', 'service:questions': questions }
    const { status, body } = await post('/api/v2/events', sent)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(`service:questions${at}`)
    const { path } = await givenEvent()
    const changed = await put(path, { title: 'Right', 'service:questions': questions })
    expect(changed.status).toBe(200)
    expect(changed.headers['osdi-ignored']).toBe('service:questions')
    expect(changed.body.title).toBe('Right')
    expect(changed.body).not.toHaveProperty('service:questions')
  })

  it('are replaced and cleared by PUT', async () => {
    const { path } = await asking()
    const [first] = QUESTIONS
    const changed = await put(path, { 'service:questions': [{ ...first, title: 'A ride?' }] })
    expect(changed.body['service:questions']).toEqual([{ ...first, title: 'A ride?' }])
    expect((await put(path, { 'service:questions': null })).body).not.toHaveProperty('service:questions')
  })

  it('keep their types once people attend', async () => {
    const { path } = await asking()
    await rsvp(path, 'typed@example.org')
    const answer = await put(path, { 'service:questions': [{ id: 'ride', title: 'A ride?', type: 'text' }] })
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.body)).toContain('question_answered')
  })
})

describe('answers by API', () => {
  it('are kept where they fit, by the helper and by a link', async () => {
    const { path } = await asking()
    const one = await rsvp(path, 'all@example.org', ANSWERS)
    expect(one.body['service:answers']).toEqual(ANSWERS)
    expect(one.body).not.toHaveProperty('service:missing_answers')
    const other = await asking()
    const linked = await post(`${other.path}/attendances`, {
      'service:answers': ANSWERS,
      _links: { 'osdi:person': one.body._links['osdi:person'] },
    })
    expect(linked.body['service:answers']).toEqual(ANSWERS)
  })

  it('that do not fit are ignored and named, and required ones that are missing are named', async () => {
    const { path } = await asking()
    const { status, body, headers } = await rsvp(path, 'unfit@example.org', {
      ...{ ride: 'Teleport', help: ['Table', 'Fly'], access: 'x'.repeat(2_001), conduct: 'yes' },
      ...{ unknown: 'x', constructor: 'x' },
    })
    expect(status).toBe(200)
    expect(headers['osdi-ignored']?.split(', ').sort()).toEqual(
      ['access', 'conduct', 'constructor', 'help', 'ride', 'unknown'].map((id) => `service:answers.${id}`),
    )
    expect(body).not.toHaveProperty('service:answers')
    expect(body['service:missing_answers']).toEqual(['conduct'])
  })

  it('never fail, whatever is sent', async () => {
    const { path } = await asking()
    const { body } = await rsvp(path, 'any@example.org')
    const attendance = new URL(body._links.self.href).pathname
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('ride', 'help', 'access', 'conduct', '__proto__'), fc.jsonValue()),
        async (sent) => {
          const { status, body } = await put(attendance, { 'service:answers': sent })
          expect(status).toBe(200)
          expect(Object.keys(body['service:answers'] ?? {})).not.toContain('__proto__')
        },
      ),
      { numRuns: 20 },
    )
  })

  it('are changed and taken back by PUT, one by one', async () => {
    const { path } = await asking()
    const { body } = await rsvp(path, 'change@example.org', ANSWERS)
    const attendance = new URL(body._links.self.href).pathname
    const changed = await put(attendance, { 'service:answers': { ride: 'I offer one', help: [], no: 1 } })
    expect(changed.body['service:answers']).toEqual({ ride: 'I offer one', access: 'A ramp', conduct: true })
    expect(changed.headers['osdi-ignored']).toBe('service:answers.no')
    const taken = await put(attendance, { 'service:answers': { conduct: false, access: '', ride: null } })
    expect(taken.body).not.toHaveProperty('service:answers')
    expect(taken.body['service:missing_answers']).toEqual(['conduct'])
    expect((await get(attendance)).body['service:missing_answers']).toEqual(['conduct'])
  })

  it('stay as they are when a known person answers again', async () => {
    const { path } = await asking()
    await rsvp(path, 'known@example.org', ANSWERS)
    const { body } = await rsvp(path, 'known@example.org', { ride: 'I offer one' })
    expect(body['service:answers']).toEqual(ANSWERS)
  })

  it('fill the gaps of a person into whom another one is merged', async () => {
    const { path } = await asking()
    const keep = (await rsvp(path, 'keep@example.org', { ride: 'I offer one' })).body
    const other = (await rsvp(path, 'other@example.org', ANSWERS)).body
    const ids = [keep['service:person_id'], other['service:person_id']]
    expect((await admin('person', 'merge', ...ids)).code).toBe(0)
    const { body } = await get(new URL(keep._links.self.href).pathname)
    expect(body['service:answers']).toEqual({ ...ANSWERS, ride: 'I offer one' })
    expect(body).not.toHaveProperty('service:missing_answers')
  })

  it('are gone with the person', async () => {
    const { path } = await asking()
    const { body } = await rsvp(path, 'erased@example.org', ANSWERS)
    const { code } = await admin('person', 'erase', body['service:person_id'])
    const { body: after } = await get(new URL(body._links.self.href).pathname)
    expect([code, after['service:answers']]).toEqual([0, undefined])
    expect(JSON.stringify(after)).not.toContain('ramp')
  })
})

describe('answers of an OSDI client', () => {
  const RESPONSES = [
    { question: 'ride', responses: ['I need one'] },
    { question: 'https://x.example.org/api/v2/questions/help/', responses: ['Table', 'Food'] },
    { question: 'access', value: 'A ramp' },
    { question: 'conduct', value: 'true' },
  ]
  const FIELDS = ['add_question_responses', 'add_questions_responses_uri']

  it.each(FIELDS)('are read from %s, by helper, POST, PUT and in bulk', async (field) => {
    const { path } = await asking()
    const first = await post(`${path}/attendances`, helper('osdi@example.org', { [field]: RESPONSES }))
    expect([first.body['service:answers'], first.headers['osdi-ignored']]).toEqual([ANSWERS, undefined])
    const attendance = new URL(first.body._links.self.href).pathname
    await put(attendance, { 'service:answers': { access: null, help: null } })
    const again = await put(attendance, { [field]: RESPONSES })
    expect([again.body['service:answers'], again.headers['osdi-ignored']]).toEqual([ANSWERS, undefined])
    const rows = [helper('osdi-2@example.org', { [field]: RESPONSES })]
    const { body } = await post(`${path}/attendances/bulk`, { rows })
    const second = await get(new URL(body.rows[0]._links.self.href).pathname)
    expect(second.body['service:answers']).toEqual(ANSWERS)
    const other = await asking()
    const { 'osdi:person': person } = first.body._links
    const plain = { _links: { 'osdi:person': person }, [field]: RESPONSES }
    expect((await post(`${other.path}/attendances`, plain)).body['service:answers']).toEqual(ANSWERS)
  })

  it('yield to service:answers', async () => {
    const { path } = await asking()
    const both = { add_question_responses: RESPONSES, 'service:answers': { ride: 'I offer one' } }
    const { body } = await post(`${path}/attendances`, helper('both@example.org', both))
    expect(body['service:answers']).toEqual({ ...ANSWERS, ride: 'I offer one' })
  })

  it.each<[unknown, string]>([
    [[{ question: 'ride', responses: ['Teleport'] }], 'service:answers.ride'],
    [[{ question: 'ride', responses: ['I need one', 'I offer one'] }], 'service:answers.ride'],
    [[{ question: 'conduct', value: 'maybe' }], 'service:answers.conduct'],
    [[{ question: 'access', value: { a: 1 } }], 'service:answers.access'],
    [[{ question: 7 }], 'add_question_responses[0]'],
    [['ride'], 'add_question_responses[0]'],
    ['ride', 'add_question_responses'],
    [[{ question: '__proto__', value: 'x' }], 'service:answers.__proto__'],
  ])('are ignored and named where they do not fit: %j', async (responses, ignored) => {
    const { path } = await asking()
    const sent = helper('unfit@example.org', { add_question_responses: responses })
    const { status, headers, body } = await post(`${path}/attendances`, sent)
    expect([status, headers['osdi-ignored']]).toEqual([200, ignored])
    expect(body).not.toHaveProperty('service:answers')
  })

  it('without a key have to answer what is required', async () => {
    await rsvpSettings({ browser_rsvps: true, rsvps_per_network: 1_000, rsvps_per_event: 1_000 })
    const { path, id } = await asking()
    const refused = await post(`${path}/attendances`, helper('keyless@example.org'), { key: null })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('answer_conduct')
    const sent = helper('keyless@example.org', { 'service:answers': { conduct: true } })
    expect((await post(`${path}/attendances`, sent, { key: null })).status).toBe(200)
    const { body } = await get(`/api/v2/events/${id}/attendances`)
    expect(body._embedded['osdi:attendances'][0]['service:answers']).toEqual({ conduct: true })
    await rsvpSettings({ browser_rsvps: false, rsvps_per_network: null, rsvps_per_event: null })
  })
})

describe('the form of an event with questions', () => {
  beforeAll(() => rsvpSettings({ browser_rsvps: true, rsvps_per_network: 1_000, rsvps_per_event: 1_000 }))
  afterAll(() => rsvpSettings({ browser_rsvps: false, rsvps_per_network: null, rsvps_per_event: null }))

  const given = (questions = QUESTIONS as Question[]) => givenInterfaceEvent({ questions })
  const answersOf = async (id: string) =>
    (await get(`/api/v2/events/${id}/attendances`)).body._embedded['osdi:attendances'][0]?.['service:answers']

  it('asks them without scripts', async () => {
    const { id } = await given()
    const { text } = await get(`/events/${id}`, { key: null })
    for (const { id: question } of QUESTIONS) expect(text).toContain(`name="answer_${question}"`)
  })

  it('shows titles and choices as text', async () => {
    const hostile = '"><script>alert(1)</script>'
    const { id } = await given([{ id: 'x', title: hostile, type: 'single_choice', choices: [hostile] }])
    expect((await get(`/events/${id}`, { key: null })).text).not.toContain('<script>alert')
  })

  it('keeps the answers', async () => {
    const { id } = await given()
    const answer = await submit(id, {
      ...{ email: 'form@example.org', answer_ride: 'I need one', answer_help: 'Door' },
      ...{ answer_access: '=HYPERLINK("x")', answer_conduct: 'yes' },
    })
    expect(answer.status).toBe(200)
    expect(await answersOf(id)).toEqual({
      ...{ ride: 'I need one', help: ['Door'], access: '=HYPERLINK("x")', conduct: true },
    })
  })

  it.each<[object, string]>([
    [{}, 'answer_conduct'],
    [{ answer_conduct: 'yes', answer_ride: 'Teleport' }, 'answer_ride'],
    [{ answer_conduct: 'yes', answer_access: 'x'.repeat(2_001) }, 'answer_access'],
  ])('is refused with 400 where an answer is missing or wrong: %j', async (inputs, wrong) => {
    const { id } = await given()
    const { status, text } = await submit(id, { email: 'refused@example.org', ...inputs })
    expect(status).toBe(400)
    expect(text).toContain(wrong)
    expect(await answersOf(id)).toBeUndefined()
  })

  it('changes and shows no answers of a known person', async () => {
    const { id } = await given()
    const first = { email: 'twice@example.org', answer_conduct: 'yes', answer_access: 'A ramp' }
    await submit(id, first)
    const { status, text } = await submit(id, { ...first, answer_access: 'Nothing' })
    expect(status).toBe(200)
    expect(text).not.toContain('ramp')
    expect(await answersOf(id)).toEqual({ conduct: true, access: 'A ramp' })
  })
  it('is in the data of embeds, which have no answers', async () => {
    const { id } = await given()
    const { body } = await get(`/embed/events/${id}`, { key: null })
    expect(body.questions).toEqual(QUESTIONS)
    expect(body.browser_rsvps).toBe(true)
    expect(body.texts).toMatchObject({ optional_answer: 'optional', wrong_answer: 'Answer this question.' })
    expect(JSON.stringify(body)).not.toContain('answers')
  })
})

describe('the page of an RSVP', () => {
  const pathOf = async (path: string, email: string, answers?: unknown) => {
    const { body } = await rsvp(path, email, answers)
    return new URL(body._links['service:self_service'].href).pathname
  }
  const answer = async (path: string, inputs: [string, string][]) =>
    send('POST', path, new URLSearchParams([['action', 'answers'], ...inputs]).toString(), {
      ...{ key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    })

  it('shows what the person has answered', async () => {
    const { path } = await asking()
    const { text } = await get(await pathOf(path, 'shows@example.org', ANSWERS), { key: null })
    expect(text).toContain('value="A ramp"')
    expect(text).toMatch(/value="I need one" checked/)
    expect(text.match(/name="answer_help"[^>]*|value="(Table|Food)" checked/g)?.length).toBeGreaterThan(2)
  })

  it('changes answers, and takes back those that are left out', async () => {
    const { path } = await asking()
    const page = await pathOf(path, 'changes@example.org', ANSWERS)
    const inputs: [string, string][] = [
      ['answer_help', 'Table'],
      ['answer_help', 'Door'],
      ['answer_conduct', 'yes'],
    ]
    expect((await answer(page, inputs)).status).toBe(303)
    const { body } = await get(`${path}/attendances`)
    expect(body._embedded['osdi:attendances'][0]['service:answers']).toEqual({
      ...{ help: ['Table', 'Door'], conduct: true },
    })
  })

  it.each<[string, [string, string][]]>([
    ['without a required answer', []],
    [
      'with a wrong one',
      [
        ['answer_ride', 'Teleport'],
        ['answer_conduct', 'yes'],
      ],
    ],
  ])('refuses a form %s with 400 and changes nothing', async (_what, inputs) => {
    const { path } = await asking()
    const page = await pathOf(path, 'refuses@example.org', ANSWERS)
    const { status, text } = await answer(page, inputs)
    expect(status).toBe(400)
    expect(text).toContain('An answer is missing')
    const { body } = await get(`${path}/attendances`)
    expect(body._embedded['osdi:attendances'][0]['service:answers']).toEqual(ANSWERS)
  })
})

describe('a guest whom the team adds', () => {
  it.each(['guests', 'door'])('may answer the questions, in %s', async (tab) => {
    const organizer = await signedInAs(demo.group.organizer)
    const { id } = await givenInterfaceEvent({ questions: QUESTIONS as Question[] })
    expect((await organizer.open(`/manage/events/${id}/${tab}`)).html).toContain('name="answer_help"')
    const { status } = await organizer.send(`/manage/events/${id}/${tab}`, {
      ...{ given_name: 'Ana', answer_ride: 'I offer one', answer_help: 'Door' },
    })
    expect(status).toBe(303)
    const { body } = await get(`/api/v2/events/${id}/attendances`)
    const [attendance] = body._embedded['osdi:attendances']
    expect(attendance['service:answers']).toEqual({ ride: 'I offer one', help: ['Door'] })
    expect(attendance['service:missing_answers']).toEqual(['conduct'])
  })
})

describe('the answers of a guest', () => {
  it('are changed in the guest list, where an emptied one is taken away and a wrong one changes nothing', async () => {
    const organizer = await signedInAs(demo.group.organizer)
    const { id, path } = await givenInterfaceEvent({ questions: QUESTIONS as Question[] })
    const guest = idOf(await rsvp(path, 'changed@example.org', ANSWERS))
    const list = (await organizer.open(`/manage/events/${id}/guests?said=ramp`)).html
    const page = `/manage/events/${id}/guests/${guest}/answers`
    expect(list).toContain(`href="${page}?said=ramp"`)
    const { html } = await organizer.open(page)
    expect(html).toContain('value="A ramp"')
    expect(html).toMatch(/value="Table" checked/)
    const given = async () =>
      (await get(`/api/v2/events/${id}/attendances`)).body._embedded['osdi:attendances'][0]['service:answers']
    const saved = await organizer.send(page, {
      ...{ answer_help: 'Door', answer_access: '', answer_ride: 'Teleport', view: '?said=ramp' },
    })
    expect([saved.status, saved.headers['location']]).toEqual([303, `/manage/events/${id}/guests?said=ramp`])
    expect(await given()).toEqual({ help: ['Door'], ride: 'I need one' })
    await organizer.send(page, { answer_access: 'Sign language', answer_conduct: 'yes' })
    expect(await given()).toEqual({ access: 'Sign language', conduct: true })
    expect((await organizer.open(`/manage/events/${id}/guests/${UNKNOWN_ID}/answers`)).status).toBe(404)
  })

  it('of free text narrow the list by their words', async () => {
    const organizer = await signedInAs(demo.group.organizer)
    const { id, path } = await givenInterfaceEvent({ questions: QUESTIONS as Question[] })
    for (const [name, access] of [
      ['ramp', 'A RAMP, please'],
      ['elevator', 'Élevator or ramp'],
      ['none', undefined],
    ])
      await rsvp(path, `${name}@said.example`, { ...ANSWERS, access })
    const found = async (query: string) => {
      const { html } = await organizer.open(`/manage/events/${id}/guests?${query}`)
      return [...html.matchAll(/(\w+)@said\.example/g)].map(([, name]) => name).toSorted()
    }
    expect([...new Set(await found('said=ramp'))]).toEqual(['elevator', 'ramp'])
    expect([...new Set(await found('said=elevator+ramp'))]).toEqual(['elevator'])
    expect(await found('said=nothing')).toEqual([])
    expect([...new Set(await found('said=%20'))]).toEqual(['elevator', 'none', 'ramp'])
    expect(await found('said=ramp&status=cancelled')).toEqual([])
    const plain = await givenInterfaceEvent({ title: 'Without questions' })
    expect((await organizer.open(`/manage/events/${plain.id}/guests?said=x`)).html).not.toContain(
      'name="said"',
    )
  })
})

describe('a webhook', () => {
  it('keeps no answers of a person who was erased', async () => {
    const { path: webhook } = await givenWebhook({ types: ['attendance.created'] })
    const { path } = await asking()
    const { body } = await rsvp(path, 'kept@example.org', { ...ANSWERS, ride: 'I offer one' })
    const kept = async () => JSON.stringify(await pulled(webhook))
    await eventually(async () => expect(await kept()).toContain('I offer one'))
    expect((await admin('person', 'erase', body['service:person_id'])).code).toBe(0)
    await eventually(async () => expect(await kept()).not.toContain('I offer one'))
  })

  it('hears answers, but no sensitive ones', async () => {
    const { path: webhook } = await givenWebhook({ types: ['attendance.created'] })
    const { path } = await asking()
    await rsvp(path, 'webhook@example.org', ANSWERS)
    const { access: _sensitive, ...shared } = ANSWERS
    await eventually(async () => {
      const [message] = await pulled(webhook)
      expect(message?.data['service:answers']).toEqual(shared)
    })
  })
})

describe('the file of guests', () => {
  it('has a column for each question, in which spreadsheets compute nothing', () => {
    const asked = [QUESTIONS[0], QUESTIONS[2]] as Question[]
    const attendance = { answers: { ride: '=1+1', access: 'A "ramp"' }, created_date: 'now' } as never
    expect(headingsWith(asked)).toMatch(/"confirmed_date","Do you need a ride\?","What do you need\?"\r\n$/)
    expect(rowWith(asked)({ attendance, person: undefined })).toMatch(/,"'=1\+1","A ""ramp"""\r\n$/)
  })
})
