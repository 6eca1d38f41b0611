import { describe, expect, it } from 'vitest'
import { type Question } from '../../lib/questions/question.js'
import { headingsWith, rowWith } from '../../lib/attendances/files/guests.js'
import { adminOf } from '../admin/admin.js'
import { signedInAs } from '../support/clients/organizer.js'
import { ANSWERS, QUESTIONS, asking, rsvp } from '../support/given/questions.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'
import { has } from '../support/rooms.js'
import { UNKNOWN_ID, address, demo, get, givenInterfaceEvent, idOf } from '../support/service.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

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
      answer_help: 'Door',
      answer_access: '',
      answer_ride: 'Teleport',
      view: '?said=ramp',
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
    expect((await organizer.open(`/manage/events/${plain.id}/guests?said=x`)).html).not.toContain('name="said"')
  })
})

describe.runIf(has('webhooks'))('a webhook', () => {
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
