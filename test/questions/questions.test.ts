import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { ANSWERS, QUESTIONS, asking, rsvp, rsvpOf } from '../support/given/questions.js'
import { address, get, givenEvent, post, put } from '../support/service.js'
import { has } from '../support/rooms.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

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
    const questions = [{ id: 'ride', title: 'A ride?', type: 'text' }]
    for (const version of ['v1', 'v2']) {
      const title = version === 'v1' ? 'summary' : 'title'
      const change = { [title]: `Taken in ${version}`, 'service:questions': questions }
      const { status, headers, body } = await put(path.replace('v2', version), change)
      expect([status, body[title]]).toEqual([200, change[title]])
      expect(headers['osdi-ignored']).toBe('service:questions')
      expect((await get(path)).body['service:questions']).toEqual(QUESTIONS)
    }
  })

  it('keep their types also where a POST changes their event by its identifiers, which is refused', async () => {
    const identifiers = ['test:keeps-types']
    const { path } = await givenEvent({ identifiers, 'service:questions': QUESTIONS })
    await rsvp(path, 'typed-by-post@example.org')
    const questions = [{ id: 'ride', title: 'A ride?', type: 'text' }]
    const { status, body } = await post('/api/v2/events', {
      title: 'Not taken',
      origin_system: 'Test',
      identifiers,
      'service:questions': questions,
    })
    const [{ error_descriptions: faults }] = body['osdi:error'].resource_status
    expect([status, faults[0].error_code]).toEqual([409, 'question_answered'])
    expect((await get(path)).body['service:questions']).toEqual(QUESTIONS)
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
      ride: 'Teleport',
      help: ['Table', 'Fly'],
      access: 'x'.repeat(2_001),
      conduct: 'yes',
      unknown: 'x',
      constructor: 'x',
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

  it.runIf(has('merging'))('fill the gaps of a person into whom another one is merged', async () => {
    const { path } = await asking()
    const keep = (await rsvp(path, 'keep@example.org', { ride: 'I offer one' })).body
    const other = (await rsvp(path, 'other@example.org', ANSWERS)).body
    const ids = [keep['service:person_id'], other['service:person_id']]
    expect((await admin('person', 'merge', ...ids)).code).toBe(0)
    const { body } = await get(new URL(keep._links.self.href).pathname)
    expect(body['service:answers']).toEqual({ ...ANSWERS, ride: 'I offer one' })
    expect(body).not.toHaveProperty('service:missing_answers')
  })

  it.runIf(has('merging'))('are gone with the person', async () => {
    const { path } = await asking()
    const { body } = await rsvp(path, 'erased@example.org', ANSWERS)
    const { code } = await admin('person', 'erase', body['service:person_id'])
    const { body: after } = await get(new URL(body._links.self.href).pathname)
    expect([code, after['service:answers']]).toEqual([0, undefined])
    expect(JSON.stringify(after)).not.toContain('ramp')
  })
})

describe.runIf(has('imports'))('answers of an OSDI client', () => {
  const RESPONSES = [
    { question: 'ride', responses: ['I need one'] },
    { question: 'https://x.example.org/api/v2/questions/help/', responses: ['Table', 'Food'] },
    { question: 'access', value: 'A ramp' },
    { question: 'conduct', value: 'true' },
  ]
  const FIELDS = ['add_question_responses', 'add_questions_responses_uri']

  it.each(FIELDS)('are read from %s, by helper, POST, PUT and in bulk', async (field) => {
    const { path } = await asking()
    const first = await post(`${path}/attendances`, rsvpOf('osdi@example.org', { [field]: RESPONSES }))
    expect([first.body['service:answers'], first.headers['osdi-ignored']]).toEqual([ANSWERS, undefined])
    const attendance = new URL(first.body._links.self.href).pathname
    await put(attendance, { 'service:answers': { access: null, help: null } })
    const again = await put(attendance, { [field]: RESPONSES })
    expect([again.body['service:answers'], again.headers['osdi-ignored']]).toEqual([ANSWERS, undefined])
    const rows = [rsvpOf('osdi-2@example.org', { [field]: RESPONSES })]
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
    const { body } = await post(`${path}/attendances`, rsvpOf('both@example.org', both))
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
    const sent = rsvpOf('unfit@example.org', { add_question_responses: responses })
    const { status, headers, body } = await post(`${path}/attendances`, sent)
    expect([status, headers['osdi-ignored']]).toEqual([200, ignored])
    expect(body).not.toHaveProperty('service:answers')
  })

  it.runIf(has('catalog'))('without a key have to answer what is required', async () => {
    await rsvpSettings({ browser_rsvps: true, rsvps_per_network: 1_000, rsvps_per_event: 1_000 })
    const { path, id } = await asking()
    const refused = await post(`${path}/attendances`, rsvpOf('keyless@example.org'), { key: null })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('answer_conduct')
    const sent = rsvpOf('keyless@example.org', { 'service:answers': { conduct: true } })
    expect((await post(`${path}/attendances`, sent, { key: null })).status).toBe(200)
    const { body } = await get(`/api/v2/events/${id}/attendances`)
    expect(body._embedded['osdi:attendances'][0]['service:answers']).toEqual({ conduct: true })
    await rsvpSettings({ browser_rsvps: false, rsvps_per_network: null, rsvps_per_event: null })
  })
})
