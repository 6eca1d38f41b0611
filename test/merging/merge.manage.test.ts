import { beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '../../lib/repair/index-names.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { demo, get, givenInterfaceEvent, post, put, table } from '../support/service.js'

/* The page that asks before a merge says what becomes of each RSVP. */

const base = `/manage/${demo.group.id}/people`

let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
})

type Status = 'accepted' | 'declined' | 'tentative'
const WORDS = { accepted: 'Coming', declined: 'Canceled', tentative: 'Waiting' } as const

/** Records an RSVP that stands so. */
async function answer(path: string, email: string, status: Status, guests = 0): Promise<string> {
  const person = { email_addresses: [{ address: email }] }
  const { body } = await post(`${path}/attendances`, { person, 'service:guests': guests })
  if (status === 'declined') await put(new URL(body._links.self.href).pathname, { status })
  else expect(body.status ?? 'accepted').toBe(status)
  return body['service:person_id'].replace('service:', '') as string
}

const rowOf = (html: string, title: string) =>
  /^.*?<\/tr>/s
    .exec(html.slice(html.indexOf(`<th scope="row">${title}`)))?.[0]
    .replace(/<\/t[dh]>/g, '|')
    .replace(/<[^>]+>/g, '')

let count = 0
const two = () => [`keep${++count}@foretold.example.org`, `other${count}@foretold.example.org`] as const

describe('the question before a merge', () => {
  it.each([
    ['accepted', 'declined'],
    ['declined', 'accepted'],
    ['tentative', 'accepted'],
    ['accepted', 'tentative'],
    ['tentative', 'declined'],
    ['declined', 'tentative'],
    ['declined', 'declined'],
  ] as [Status, Status][])('says what comes of %s and %s, and so it comes', async (kept, gone) => {
    const title = `${kept} and ${gone}`
    const waits = [kept, gone].includes('tentative')
    const { path } = await givenInterfaceEvent({ title, ...(waits && { capacity: 1, waitlist: true }) })
    const [keepEmail, otherEmail] = two()
    // One who is to wait finds the only seat taken, by the other or by someone else.
    const order: [string, Status][] = [
      [keepEmail, kept],
      [otherEmail, gone],
    ]
    order.sort(([, one], [, other]) => Number(one === 'tentative') - Number(other === 'tentative'))
    const ids = new Map<string, string>()
    for (const [email, status] of order) {
      if (status === 'tentative' && ![kept, gone].includes('accepted'))
        await answer(path, `someone${count}@foretold.example.org`, 'accepted')
      ids.set(email, await answer(path, email, status))
    }
    const keep = ids.get(keepEmail)
    const { html } = await organizer.open(`${base}/${keep}/merge?other=${otherEmail}`)
    const [, own, theirs, after] = rowOf(html, title)?.split('|') ?? []
    expect([own, theirs]).toEqual([WORDS[kept], WORDS[gone]])
    await organizer.send(`${base}/${keep}/merge`, { other: ids.get(otherEmail) as string })
    expect((await organizer.open(base)).html).not.toContain('Erased')
    const { body } = await get(`/api/v2/people/${keep}/attendances`)
    const [attendance] = body._embedded['osdi:attendances']
    expect(WORDS[(attendance.status ?? 'accepted') as Status]).toBe(after)
  })

  it('names the seats that become free, and an RSVP that only the other has', async () => {
    const both = await givenInterfaceEvent({ title: 'Both come', max_guests: 4 })
    const one = await givenInterfaceEvent({ title: 'One comes', max_guests: 4 })
    const [keepEmail, otherEmail] = two()
    const keep = await answer(both.path, keepEmail, 'accepted', 1)
    await answer(both.path, otherEmail, 'accepted', 2)
    await answer(one.path, otherEmail, 'accepted', 3)
    const { html } = await organizer.open(`${base}/${keep}/merge?other=${otherEmail}`)
    expect(rowOf(html, 'Both come')).toBe(
      'Both come|Coming, with 1 guest|Coming, with 2 guests|Coming, with 1 guest (3 spots open up)|',
    )
    expect(rowOf(html, 'One comes')).toBe('One comes|–|Coming, with 3 guests|Coming, with 3 guests|')
    expect(html.indexOf('Both come')).toBeLessThan(html.indexOf('One comes'))
  })

  it('says where the other has no RSVP, and counts those that are very many', async () => {
    const [keepEmail, otherEmail] = two()
    const { path } = await givenInterfaceEvent({ title: 'Kept' })
    const keep = await answer(path, keepEmail, 'accepted')
    await post('/api/v2/people', { person: { email_addresses: [{ address: otherEmail }] } })
    const none = await organizer.open(`${base}/${keep}/merge?other=${otherEmail}`)
    expect(none.html).toContain('The other person has no RSVP')
    for (let i = 0; i < 51; i++) {
      const event = await givenInterfaceEvent({ title: `Many ${i}` })
      await answer(event.path, otherEmail, 'accepted')
    }
    const many = await organizer.open(`${base}/${keep}/merge?other=${otherEmail}`)
    expect(many.html.match(/Many \d+/g)).toHaveLength(50)
    expect(many.html).toContain('1 more RSVP moves.')
  })
})

it('finds the other by part of a name, and asks which one where several have it', async () => {
  const { path } = await givenInterfaceEvent({ title: 'Namesakes' })
  const named = async (email: string, family_name: string) => {
    const person = { given_name: 'Quirin', family_name, email_addresses: [{ address: email }] }
    const { body } = await post(`${path}/attendances`, { person })
    return body['service:person_id'].replace('service:', '') as string
  }
  const keep = await named('quirin@foretold.example.org', 'Mergel')
  const twin = await named('q.mergel@foretold.example.org', 'Mergel')
  const third = await named('other.quirin@foretold.example.org', 'Mergeland')
  await indexNames(table)
  const { html } = await organizer.open(`${base}/${keep}/merge?other=quir+mergel`)
  expect(html).toContain(`href="?other=${twin}"`)
  expect(html).toContain(`href="?other=${third}"`)
  expect(html).not.toContain(`?other=${keep}`)
  expect((await organizer.open(`${base}/${keep}/merge?other=mergeland`)).html).toContain(
    `name="other" value="${third}"`,
  )
  expect((await organizer.open(`${base}/${keep}/merge?other=${twin}`)).html).toContain(`name="other" value="${twin}"`)
})
