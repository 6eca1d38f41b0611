import { beforeAll, describe, expect, it } from 'vitest'
import { address, demo, get, post, put } from '../support/service.js'
import { adminOf } from '../admin/admin.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const { group } = demo
const NEW = `/manage/${group.id}/actions/new`
const CAMPAIGNS = `/manage/${group.id}/campaigns`

const admin = adminOf({
  TABLE_NAME: address.tableName,
  DYNAMODB_ENDPOINT: address.endpoint,
  PUBLIC_URL: 'https://x.example.org',
})

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

const TABLE = { title: 'Table', day: '2040-05-04', start_time: '10:00', 'location.country': 'US' }

/** The fields of a form with questions. */
const asked = (...questions: Record<string, string>[]) => ({
  questions: String(questions.length),
  ...Object.fromEntries(
    questions.flatMap((question, i) =>
      Object.entries(question).map(([part, value]) => [`question_${i}_${part}`, value]),
    ),
  ),
})

const ROLE = { title: 'What can you help with?', type: 'multiple_choice', choices: 'Door\r\n\r\n Food ' }
const NEEDS = { title: 'What do you need?', type: 'text', choices: 'not read', sensitive: 'on' }

const made = async (fields: Record<string, string>, path = NEW) => {
  const { status, headers } = await organizer.send(path, { ...TABLE, ...fields })
  expect(status).toBe(303)
  return headers['location']?.split('/').at(-1) as string
}
const questionsOf = async (id: string) => (await get(`/api/v2/events/${id}`)).body['service:questions']

const givenCampaign = async (questions?: unknown) => {
  const sent = { title: 'Days of action', origin_system: 'Test', 'service:questions': questions }
  const { body } = await post('/api/v2/event_campaigns', sent)
  return new URL(body._links.self.href).pathname.split('/').at(-1) as string
}

describe('the form of an event', () => {
  it('makes an event with questions', async () => {
    const id = await made(asked(ROLE, NEEDS))
    expect(await questionsOf(id)).toEqual([
      {
        id: expect.any(String),
        title: 'What can you help with?',
        type: 'multiple_choice',
        choices: ['Door', 'Food'],
      },
      { id: expect.any(String), title: 'What do you need?', type: 'text', sensitive: true },
    ])
  })

  it('keeps the ids of questions that it changes, and takes away those that are gone', async () => {
    const id = await made(asked(ROLE, NEEDS))
    const [role, needs] = await questionsOf(id)
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    expect(html).toContain(`value="${needs.id}"`)
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    const again = asked({ ...NEEDS, id: needs.id, required: 'on' })
    await organizer.send(`/manage/events/${id}/edit`, { ...TABLE, ...again, revision })
    expect(await questionsOf(id)).toEqual([{ ...needs, required: true }])
    const none = { ...TABLE, questions: '0', revision: String(Number(revision) + 1) }
    await organizer.send(`/manage/events/${id}/edit`, none)
    expect(await questionsOf(id)).toBeUndefined()
    expect(role.id).not.toBe(needs.id)
  })

  it('changes no questions where it says nothing of them', async () => {
    const id = await made(asked(ROLE))
    const before = await questionsOf(id)
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    await organizer.send(`/manage/events/${id}/edit`, { ...TABLE, title: 'Other', revision })
    expect(await questionsOf(id)).toEqual(before)
  })

  it.each([
    ['question add role', ['A', 'B', 'What can you help with?']],
    ['question add new', ['A', 'B', '']],
    ['question up 1', ['B', 'A']],
    ['question down 0', ['B', 'A']],
    ['question up 0', ['A', 'B']],
    ['question remove 0', ['B']],
    ['question remove 7', ['A', 'B']],
    ['question add __proto__', ['A', 'B', '']],
  ])('is shown again after the button %s, with what was typed', async (then, titles) => {
    const values = { ...TABLE, ...asked({ title: 'A', type: 'text' }, { title: 'B', type: 'text' }), then }
    const { status, html } = await organizer.send(NEW, values)
    expect(status).toBe(200)
    expect(html).toContain('value="Table"')
    const rows = [...html.matchAll(/<input[^>]* value="([^"]*)"[^>]* id="question_\d_title"/g)]
    expect(rows.map(([, title]) => title)).toEqual(titles)
  })

  it('asks at most ten questions', async () => {
    const ten = asked(...Array.from({ length: 10 }, (_, i) => ({ title: `${i}`, type: 'text' })))
    const { html } = await organizer.send(NEW, { ...TABLE, ...ten, then: 'question add ride' })
    expect(html).not.toContain('question_10_title')
    expect(html).not.toContain('question add ride')
  })

  it('names what is wrong beside the field', async () => {
    const wrong = asked(ROLE, { title: ' ', type: 'single_choice', choices: '' }, { title: 'C', type: 'rating' })
    const { status, html } = await organizer.send(NEW, { ...TABLE, ...wrong })
    expect(status).toBe(400)
    for (const part of ['1_title', '1_choices', '2_type']) expect(html).toContain(`question_${part}-fault`)
  })

  it('refuses another type where people have answered', async () => {
    const id = await made(asked(NEEDS))
    await organizer.send(`/manage/events/${id}/publish`)
    await post(`/api/v2/events/${id}/attendances`, {
      person: { email_addresses: [{ address: 'typed@example.org' }] },
    })
    const [{ id: question }] = await questionsOf(id)
    const { html } = await organizer.open(`/manage/events/${id}/edit`)
    const revision = /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''
    const other = asked({ id: question, title: 'Needs?', type: 'checkbox' })
    const { status, html: refused } = await organizer.send(`/manage/events/${id}/edit`, {
      ...TABLE,
      ...other,
      revision,
    })
    expect(status).toBe(400)
    expect(refused).toContain('question_0_type-fault')
  })

  it('shows titles and choices as text', async () => {
    const hostile = '"></textarea><script>alert(1)</script>'
    const id = await made(asked({ title: hostile, type: 'single_choice', choices: hostile }))
    for (const path of ['edit', 'guests', '']) {
      const { html } = await organizer.open(`/manage/events/${id}/${path}`.replace(/\/$/, ''))
      expect(html).not.toContain('<script>alert')
    }
  })

  it('makes copies that keep the ids', async () => {
    const id = await made(asked(ROLE))
    const [{ id: question }] = await questionsOf(id)
    expect((await organizer.open(`${NEW}?copy=${id}`)).html).toContain(`value="${question}"`)
  })
})

describe('the questions of a campaign', () => {
  const QUESTIONS = [{ id: 'needs', title: 'What do you need?', type: 'text' }]

  it.each(['/api/v1', '/api/v2'])('are a field of %s', async (version) => {
    const id = await givenCampaign(QUESTIONS)
    const { body } = await get(`${version}/event_campaigns/${id}`)
    expect(body['service:questions']).toEqual(QUESTIONS)
  })

  it('are changed by PUT, which ignores a list with a fault', async () => {
    const path = `/api/v2/event_campaigns/${await givenCampaign(QUESTIONS)}`
    const refused = await put(path, { 'service:questions': [{ title: 'A' }] })
    expect(refused.headers['osdi-ignored']).toBe('service:questions')
    expect(refused.body['service:questions']).toEqual(QUESTIONS)
    expect((await put(path, { 'service:questions': null })).body).not.toHaveProperty('service:questions')
  })

  it('are what new events of the API start with', async () => {
    const path = `/api/v2/event_campaigns/${await givenCampaign(QUESTIONS)}/events`
    const sent = { title: 'A', origin_system: 'Test', identifiers: ['mine:asked'] }
    const { body } = await post(path, sent)
    expect(body['service:questions']).toEqual(QUESTIONS)
    const id = new URL(body._links.self.href).pathname
    await put(id, { 'service:questions': null })
    // The second POST changes the event, which asks nothing by now.
    expect((await post(path, sent)).body).not.toHaveProperty('service:questions')
    const own = { title: 'B', origin_system: 'Test', 'service:questions': [] }
    expect((await post(path, own)).body).not.toHaveProperty('service:questions')
  })

  it('are changed in its form, and are what the form of a new event starts with', async () => {
    const campaign = await givenCampaign()
    const path = `${CAMPAIGNS}/${campaign}/edit`
    const added = await organizer.send(path, { title: 'Days', then: 'question add ride', questions: '0' })
    expect(added.html).toContain('I need a ride')
    const { status } = await organizer.send(path, { title: 'Days', hosting: 'off', ...asked(NEEDS) })
    expect(status).toBe(303)
    expect((await organizer.open(`${NEW}?campaign=${campaign}`)).html).toContain('What do you need?')
    const chosen = await made({ campaign, questions: '0' })
    expect(await questionsOf(chosen)).toMatchObject([{ title: 'What do you need?' }])
    const without = await made({ campaign, questions: '0', asked_by: campaign })
    expect(await questionsOf(without)).toBeUndefined()
    expect(await questionsOf(await made({ questions: '0' }))).toBeUndefined()
  })
})

describe('the commands', () => {
  const questions = JSON.stringify([{ id: 'role', title: 'Role?', type: 'text' }])

  it('make and change the questions of an event', async () => {
    const made = await admin(
      'event',
      'create',
      '--group',
      group.id,
      '--title',
      'CLI',
      '--origin-system',
      'Test',
      '--questions',
      questions,
      '--json',
    )
    const { id } = made.json as { id: string }
    expect(await questionsOf(id)).toEqual(JSON.parse(questions))
    expect(await admin('event', 'update', id, '--questions', 'none')).toMatchObject({ code: 0, err: '' })
    expect(await questionsOf(id)).toBeUndefined()
    const refused = await admin('event', 'update', id, '--questions', '[{"title":"A","type":"rating"}]')
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('[0].type')
    expect((await admin('event', 'update', id, '--questions', 'why?')).code).not.toBe(0)
  })

  it('make the questions of a campaign, with which its events start', async () => {
    const created = await admin(
      'event-campaign',
      'create',
      '--group',
      group.id,
      '--title',
      'C',
      '--origin-system',
      'Test',
      '--questions',
      questions,
      '--json',
    )
    const { id: campaign } = created.json as { id: string }
    const made = await admin(
      'event',
      'create',
      '--group',
      group.id,
      '--title',
      'In',
      '--origin-system',
      'Test',
      '--event-campaign',
      campaign,
      '--json',
    )
    expect(await questionsOf(made.json.id)).toEqual(JSON.parse(questions))
  })
})
