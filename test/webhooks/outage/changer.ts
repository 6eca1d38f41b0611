import { setTimeout as pause } from 'node:timers/promises'
import { erasePerson } from '../../../lib/merging/erase-person.js'
import { mergePeople } from '../../../lib/merging/merge-people.js'
import type { Owner } from '../../../lib/runtime/owner.js'
import { departing } from '../../../lib/app/merging.js'
import { demo } from '../../../local/demo.js'
import { randomOf } from '../../../tools/storm/calls/random.js'
import type { Fixture } from './fixture.js'
import { openService } from './service.js'

/*
 * A process that makes random changes until it is killed or has made so many. It says `changed` for each, whatever the
 * answer was.
 */

const [tableName = '', endpoint = '', seed = '', count = '', given = ''] = process.argv.slice(2)
const { service, ask } = await openService({ tableName, endpoint })
const fixture = JSON.parse(given) as Fixture
const random = randomOf(Number(seed))
const owner: Owner = `group:${demo.group.id}`
const AT_ONCE = 3

const idIn = (href: string) => href.split('/').at(-1) as string
const email = (address: string) => ({ email_addresses: [{ address }] })
/** Attendances that this process has seen, to be changed. */
const attendances: string[] = fixture.attendances

async function rsvp() {
  const isNew = random.chance(0.3)
  const person = isNew
    ? email(`new-${seed}-${random.between(0, 1_000_000)}@example.org`)
    : email(random.pick(fixture.emails))
  const tag = random.pick(fixture.tags).name
  const tags = random.chance(0.3) ? { [random.chance(0.5) ? 'add_tags' : 'remove_tags']: [tag] } : {}
  const { status, body } = await ask('POST', `${random.pick(fixture.events)}/attendances`, {
    person,
    ...tags,
  })
  if (status === 200) attendances.push(body._links.self.href as string)
}

const changeAttendance = () =>
  ask('PUT', random.pick(attendances), {
    ...(random.chance(0.8) ? { status: random.pick(['declined', 'accepted']) } : {}),
    ...(random.chance(0.3) ? { 'service:attended': random.chance(0.5) } : {}),
  })

const changePerson = () =>
  ask('PUT', random.pick(fixture.people), { custom_fields: { shirt: String(random.between(0, 1_000)) } })

const changeEvent = () =>
  random.chance(0.1)
    ? ask('POST', '/api/v2/events', { title: `New ${random.between(0, 1_000)}`, origin_system: 'Outage' })
    : ask('PUT', random.pick(fixture.apiEvents), { title: `Title ${random.between(0, 1_000)}` })

const changeCampaign = () => ask('PUT', fixture.campaign, { title: `Campaign ${random.between(0, 1_000)}` })

/** One person and one tag meet often: what counts is the last of a tagging and its removal. */
async function tag() {
  const { id, name } = fixture.tags[0] as Fixture['tags'][0]
  const person = fixture.people[random.between(0, 1)] as string
  if (random.chance(0.5))
    return ask('POST', `/api/v2/tags/${id}/taggings`, { _links: { 'osdi:person': { href: person } } })
  const address = fixture.emails[fixture.people.indexOf(person)] as string
  return ask('POST', '/api/v2/people', { person: email(address), remove_tags: [name] })
}

async function eraseOrMerge() {
  const [one, other] = [random.pick(fixture.expendable), random.pick(fixture.expendable)].map(idIn)
  if (one === undefined || other === undefined) return
  if (one === other) await erasePerson(departing(service), owner, one)
  else await mergePeople(departing(service), owner, one, other)
}

const changes = { rsvp, changeAttendance, changePerson, changeEvent, changeCampaign, tag, eraseOrMerge }
const weights: Record<keyof typeof changes, number> = {
  rsvp: 30,
  changeAttendance: 25,
  changePerson: 10,
  changeEvent: 10,
  changeCampaign: 5,
  tag: 18,
  eraseOrMerge: 2,
}

const work = async (times: number) => {
  for (let i = 0; i < times; i++) {
    await changes[random.weighted(weights)]().catch(() => undefined)
    process.stdout.write('changed\n')
    await pause(0)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, () => work(Math.ceil(Number(count) / AT_ONCE))))
process.stdout.write('done\n')
