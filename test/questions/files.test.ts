import { beforeAll, describe, expect, it } from 'vitest'
import type { Question } from '../../lib/questions/question.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { fieldsOf } from '../support/clients/import-page.js'
import { assignPending, demo, get, givenInterfaceEvent, post, put } from '../support/service.js'
import { has } from '../support/rooms.js'

const base = `/manage/${demo.group.id}/import`

const QUESTIONS: Question[] = [
  {
    id: 'help',
    title: 'What can you help with?',
    type: 'multiple_choice',
    choices: ['Table', 'Door; back', '=1+1'],
  },
  { id: 'ride', title: 'A ride?', type: 'single_choice', choices: ['Needed', '-'] },
  { id: 'needs', title: 'Needs', type: 'text', sensitive: true },
  { id: 'conduct', title: 'I agree', type: 'checkbox', required: true },
]

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
})

const answersOf = async (event: string) => {
  await assignPending()
  const { body } = await get(`/api/v2/events/${event}/attendances`)
  return body._embedded['osdi:attendances'].map((each: any) => each['service:answers'])
}
const imported = async (csv: string) => {
  const upload = new File([csv], 'guests.csv', { type: 'text/csv' })
  const checked = await organizer.upload(base, { kind: 'attendances', upload })
  return organizer.send(base, { ...fieldsOf(checked), action: 'import' })
}
const fileOf = async (event: string) => (await organizer.open(`/manage/events/${event}/guests.csv`)).html

const ANSWERS = { help: ['Table', '=1+1'], ride: '-', needs: '+1 "ramp"', conduct: true }
const answered = async (id: string, answers: object = ANSWERS) => {
  const person = { given_name: 'Ana', email_addresses: [{ address: `ana.${id.slice(-12)}@example.org` }] }
  return post(`/api/v2/events/${id}/attendances`, { person, 'service:answers': answers })
}

describe('the file of guests', () => {
  it('has a column for a question that was removed after it was answered, and none for another', async () => {
    const { id } = await givenInterfaceEvent({ questions: QUESTIONS })
    await answered(id)
    await assignPending()
    const path = `/api/v2/events/${id}`
    const [help, ride] = QUESTIONS
    await put(path, { 'service:questions': [ride] })
    expect((await fileOf(id)).split('\r\n')[0]).toMatch(/"A ride\?","What can you help with\?","Needs","I agree"$/)
    expect(await fileOf(id)).toContain(`"'-","Table; '=1+1","'+1 ""ramp""","✓"`)
    await put(path, { 'service:questions': [help, ride] })
    expect((await fileOf(id)).split('\r\n')[0]).toMatch(/"What can you help with\?","A ride\?","Needs","I agree"$/)
    expect((await get(path)).body).not.toHaveProperty('service:past_questions')
  })

  it('does not let a removed question come back with another type', async () => {
    const { id } = await givenInterfaceEvent({ questions: QUESTIONS })
    await answered(id)
    await assignPending()
    const path = `/api/v2/events/${id}`
    await put(path, { 'service:questions': null })
    const needs = { id: 'needs', title: 'Needs', type: 'checkbox' }
    const { headers, body } = await put(path, { 'service:questions': [needs] })
    expect(headers['osdi-ignored']).toBe('service:questions')
    expect(body).not.toHaveProperty('service:questions')
  })

  it.runIf(has('imports'))('is read by an import as it was written', async () => {
    const { id } = await givenInterfaceEvent({ questions: QUESTIONS, title: 'From' })
    await answered(id)
    await assignPending()
    const { id: into } = await givenInterfaceEvent({ questions: QUESTIONS, title: 'Into' })
    const [head = '', row = ''] = (await fileOf(id)).split('\r\n')
    expect((await imported(`"event",${head}\r\n"${into}",${row}\r\n`)).html).toContain('1 row imported.')
    expect(await answersOf(into)).toEqual([ANSWERS])
  })
})

describe.runIf(has('imports'))('an import of RSVPs', () => {
  it('takes columns that are titled like questions, and leaves out what is no answer', async () => {
    const { id } = await givenInterfaceEvent({ questions: QUESTIONS })
    const rows = [
      'event,email,What can you help with?,A ride?,I agree,Shirt',
      `${id},one@files.example.org,Table; Door,Needed,yes,L`,
      `${id},two@files.example.org,Door; back,Teleport,,M`,
    ]
    const { html } = await imported(rows.join('\n'))
    expect(html).toContain('2 rows imported.')
    const answers = await answersOf(id)
    expect(answers).toHaveLength(2)
    expect(answers).toContainEqual({ ride: 'Needed', conduct: true })
    expect(answers).toContainEqual({ help: ['Door; back'] })
  })
})
