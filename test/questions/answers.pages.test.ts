import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Question } from '../../lib/questions/question.js'
import { signedInAs } from '../support/clients/organizer.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { ANSWERS, QUESTIONS, asking, rsvp } from '../support/given/questions.js'
import { demo, get, givenInterfaceEvent, send } from '../support/service.js'
import { has } from '../support/rooms.js'

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
      email: 'form@example.org',
      answer_ride: 'I need one',
      answer_help: 'Door',
      answer_access: '=HYPERLINK("x")',
      answer_conduct: 'yes',
    })
    expect(answer.status).toBe(200)
    expect(await answersOf(id)).toEqual({
      ride: 'I need one',
      help: ['Door'],
      access: '=HYPERLINK("x")',
      conduct: true,
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
      key: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
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
      help: ['Table', 'Door'],
      conduct: true,
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
  it.each(has('door') ? ['guests', 'door'] : ['guests'])('may answer the questions, in %s', async (tab) => {
    const organizer = await signedInAs(demo.group.organizer)
    const { id } = await givenInterfaceEvent({ questions: QUESTIONS as Question[] })
    expect((await organizer.open(`/manage/events/${id}/${tab}`)).html).toContain('name="answer_help"')
    const { status } = await organizer.send(`/manage/events/${id}/${tab}`, {
      given_name: 'Ana',
      answer_ride: 'I offer one',
      answer_help: 'Door',
    })
    expect(status).toBe(303)
    const { body } = await get(`/api/v2/events/${id}/attendances`)
    const [attendance] = body._embedded['osdi:attendances']
    expect(attendance['service:answers']).toEqual({ ride: 'I offer one', help: ['Door'] })
    expect(attendance['service:missing_answers']).toEqual(['conduct'])
  })
})
