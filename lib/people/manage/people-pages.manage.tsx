import type { Context, Hono } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { liftSuppression } from '../../mail/bounce.js'
import { hasRole } from '../../access/store/roles.js'
import { erasePerson } from '../../merging/erase-person.js'
import type { Page } from '../../fields/page.js'
import { mayDo } from '../../access/permissions.js'
import type { Person } from '../person.js'
import { idIn, pageIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { MailDependencies } from '../../mail/manage/dependencies.manage.js'
import type { Merging } from '../../merging/manage/merge-people-pages.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type FoundPeople, contactIn, findPeople, peopleWithLetter } from '../../finding/manage/find-people.manage.js'
import { requires } from '../../manage/access/guards.js'
import { folded } from '../../texts/words.js'
import { SearchBox } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { logChange } from '../../manage/access/log-change.js'
import { addPersonPages, correctPersonPages, phoneOf } from './correct-person.manage.js'
import { choiceLabel } from '../../events/manage/event-choice.manage.js'
import { inOneLine } from '../../locations/location.js'
import { nameOf } from './names.manage.js'
import { Form, page } from '../../manage/page/page.js'
import { eventPath, ownerPath } from '../../manage/paths.js'
import { peopleColumns } from './people-table.manage.js'
import { PersonTags, type TagsOfPerson, personTagging, tagsOf } from '../../tags/manage/person-tags.manage.js'
import { type Column, PagedTable, Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { say } from '../../manage/page/flash.js'
import { findPerson } from '../store/find-people.js'
import { type Attendance, standingOf } from '../../attendances/attendance.js'
import { listAttendancesOfPerson } from '../../attendances/store/read-attendances.js'
import { listPeople } from '../store/list-people.js'

type Ctx = Context<ManageEnv>

/** The people of an owner: looking through them, finding one by a contact, what one did, erasing. */
export function peoplePages(app: Hono<ManageEnv>, dependencies: ManageDependencies & MailDependencies & Merging): void {
  const { site, table, attending, events, departing } = dependencies
  const path = ownerPath(':owner', 'people')

  app.get(path, requires('see_people'), async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const search = c.req.query('find')?.trim().slice(0, 200) ?? ''
    const letter = /^\p{L}$/u.test(c.req.query('letter') ?? '') ? folded(c.req.query('letter') as string) : ''
    const after = c.req.query('after')
    if (search === '' && letter === '') return newestPage(c, await listPeople(table, owner, pageIn(c)))
    const found = search
      ? await findPeople(c, search, after, dependencies)
      : await peopleWithLetter(c, letter, after, dependencies)
    const [person] = found.people
    if (person && contactIn(search)) return c.redirect(`${ownerPath(ownerId, 'people')}/${person.id}`, 303)
    return foundPage(c, found, { search, letter })
  })

  addPersonPages(app, dependencies)

  app.get(`${path}/:person`, requires('see_people'), async (c) => {
    const { owner } = c.get('owner')
    const id = idIn(c, 'person')
    const [person, attended, tags] = await Promise.all([
      findPerson(table, owner, id),
      listAttendancesOfPerson(attending, id, pageIn(c)),
      tagsOf(c, id, dependencies),
    ])
    const titles = await events.findMany(
      owner,
      attended.members.map(({ event }) => event),
    )
    return personPage(c, person, attended, {
      tags,
      titleOf: (event) => {
        const found = titles.get(event)
        return found && choiceLabel(c, found)
      },
    })
  })

  app.get(`${path}/:person/erase`, requires('change_people'), async (c) => {
    const { people: texts } = c.get('texts')
    const { owner, id } = c.get('owner')
    const person = await findPerson(table, owner, idIn(c, 'person'))
    if (await hasRole(table, owner, person.id)) return keepsRole(c, person)
    const back = `${ownerPath(id, 'people')}/${person.id}`
    return page(c, {
      title: texts.eraseTitle(nameOf(person)),
      section: 'people',
      children: (
        <Form c={c} action={`${back}/erase`}>
          <p>{texts.eraseExplain}</p>
          <p class="line">
            <button class="btn danger">{texts.erase}</button>
            <a href={back}>{texts.keep}</a>
          </p>
        </Form>
      ),
    })
  })

  app.post(`${path}/:person/lift`, requires('change_people'), async (c) => {
    const { owner, id } = c.get('owner')
    const person = await findPerson(table, owner, idIn(c, 'person'))
    const [email] = person.email_addresses
    // A complaint is about the installation, and for the person who runs it to lift.
    if (email?.status === 'bouncing') {
      await liftSuppression(dependencies, email.address, ['bouncing'], [person])
      await logChange(c, dependencies, { action: 'address_lifted', subject: { id: person.id } })
      say(c, site, { said: c.get('texts').said.lifted })
    }
    return c.redirect(`${ownerPath(id, 'people')}/${person.id}`, 303)
  })

  app.post(`${path}/:person/erase`, requires('change_people'), async (c) => {
    const { owner, id } = c.get('owner')
    const person = idIn(c, 'person')
    if (await hasRole(table, owner, person)) return keepsRole(c, await findPerson(table, owner, person))
    await erasePerson(departing, owner, person)
    await logChange(c, dependencies, { action: 'person_erased', subject: { id: person } })
    say(c, site, { said: c.get('texts').said.erased })
    return c.redirect(`${ownerPath(id, 'people')}/${person}`, 303)
  })

  correctPersonPages(app, dependencies)
  personTagging(app, dependencies)
}

/** A person with a role is erased by the operator, who ends the role, the sessions and the address with it. */
const keepsRole = (c: Ctx, person: Person) => {
  const { people: texts, errors } = c.get('texts')
  return page(c, {
    title: texts.hasRoleTitle(nameOf(person)),
    section: 'people',
    status: 409,
    children: (
      <>
        <p>{texts.hasRole}</p>
        <p>
          <a href={`${ownerPath(c.get('owner').id, 'people')}/${person.id}`}>{errors.back}</a>
        </p>
      </>
    ),
  })
}

/** All people, the newest first, without those who were erased or merged. */
const newestPage = (c: Ctx, found: Page<Person>) =>
  listPage(
    c,
    { search: '', letter: '' },
    <PagedTable
      c={c}
      found={{ ...found, members: found.members.filter(({ erased_date }) => erased_date === undefined) }}
      path={ownerPath(c.get('owner').id, 'people')}
      none={c.get('texts').people.none}
      columns={columnsOf(c)}
    />,
  )

/** The people that a search has found, or those of a letter. */
function foundPage(c: Ctx, { people, next }: FoundPeople, asked: { search: string; letter: string }) {
  const { people: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'people')
  const { search, letter } = asked
  const isFirst = c.req.query('after') === undefined
  const more = new URLSearchParams({ ...(search ? { find: search } : { letter }), after: next ?? '' })
  return listPage(
    c,
    asked,
    <>
      {people.length > 0 && isFirst && <p role="status">{texts.foundCount(people.length, !next)}</p>}
      {people.length === 0 && !next && isFirst && (
        <p role="status" class="card quiet">
          {search ? texts.noneFound : texts.noneWithLetter(letter.toUpperCase())}
        </p>
      )}
      <Table rows={people} columns={columnsOf(c)} />
      <p class="line">
        {next && (
          <a class="btn" href={`${base}?${more.toString()}`}>
            {texts.more}
            <Icon name="chevron-right" />
          </a>
        )}
        <a class="btn ghost" href={base}>
          {texts.showAll}
        </a>
      </p>
    </>,
  )
}

const columnsOf = (c: Ctx): Column<Person>[] => [
  ...peopleColumns<Person>(c, (person) => person),
  {
    title: c.get('texts').people.since,
    kind: 'secondary',
    cell: ({ created_date }) => <Time c={c} at={created_date} />,
  },
]

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')

function listPage(c: Ctx, { search, letter }: { search: string; letter: string }, children: Child) {
  const { people: texts, guests, imports } = c.get('texts')
  const { id, role } = c.get('owner')
  const base = ownerPath(id, 'people')
  return page(c, {
    title: texts.title,
    section: 'people',
    buttons: (
      <>
        {mayDo(role, 'import') && (
          <a class="btn" href={ownerPath(id, 'import')}>
            {imports.link}
          </a>
        )}
        {mayDo(role, 'change_people') && (
          <a class="btn main" href={`${base}/new`}>
            <Icon name="plus" />
            {texts.add}
          </a>
        )}
      </>
    ),
    children: (
      <>
        <form method="get" role="search" class="line">
          <SearchBox label={texts.find} value={search} />
          <button class="btn">{guests.search}</button>
        </form>
        <details class="more" open={letter !== ''}>
          <summary>
            <Icon name="users" />
            {texts.byName}
            <span class="quiet">{letter ? letter.toUpperCase() : search ? '' : texts.newest}</span>
            <Icon name="chevron-right" class="turn" />
          </summary>
          <nav class="chips" aria-label={texts.letters}>
            {LETTERS.map((each) => (
              <a class="chip" href={`${base}?letter=${each}`} aria-current={each === letter ? 'page' : undefined}>
                {each.toUpperCase()}
              </a>
            ))}
          </nav>
        </details>
        {children}
      </>
    ),
  })
}

function personPage(
  c: Ctx,
  person: Person,
  attended: Page<Attendance>,
  { tags, titleOf }: { tags: TagsOfPerson; titleOf: (event: string) => string | undefined },
) {
  const { people: texts, guests, actions, statistics } = c.get('texts')
  const { id, role } = c.get('owner')
  const base = `${ownerPath(id, 'people')}/${person.id}`
  return page(c, {
    title: nameOf(person) || guests.erased,
    section: 'people',
    children: (
      <>
        <Contacts c={c} person={person} />
        {mayDo(role, 'change_people') && person.email_addresses[0]?.status === 'bouncing' && (
          <Form c={c} action={`${base}/lift`}>
            <p class="hint">{texts.liftExplain}</p>
            <p class="line">
              <button class="btn">{texts.lift}</button>
            </p>
          </Form>
        )}
        <PersonTags c={c} person={person} tags={tags} />
        <h2>{texts.attended}</h2>
        <PagedTable
          c={c}
          found={attended}
          path={base}
          none={texts.nothing}
          columns={[
            {
              title: actions.event,
              cell: ({ event }) => <a href={eventPath(event, 'guests')}>{titleOf(event) ?? event}</a>,
            },
            { title: guests.since, cell: ({ created_date }) => <Time c={c} at={created_date} /> },
            {
              title: guests.status,
              cell: (rsvp) =>
                [guests.statuses[standingOf(rsvp)], rsvp.guests && guests.withGuests(rsvp.guests)]
                  .filter(Boolean)
                  .join(' '),
            },
            { title: statistics.attended, cell: ({ attended }) => (attended ? texts.wasThere : '') },
          ]}
        />
        {mayDo(role, 'change_people') && person.erased_date === undefined && (
          <p class="line">
            <a href={`${base}/edit`}>{texts.correctLink}</a>
            <a href={`${base}/merge`}>{texts.mergeLink}</a>
            <a href={`${base}/erase`}>{texts.eraseLink}</a>
          </p>
        )}
      </>
    ),
  })
}

const Contacts: FC<{ c: Ctx; person: Person }> = ({ c, person }) => {
  const { people: texts } = c.get('texts')
  if (person.erased_date !== undefined) return <p>{texts.erased}</p>
  const [email, phone, home] = [person.email_addresses[0], person.phone_numbers[0], person.postal_addresses[0]]
  return (
    <ul class="card plain stack tight max-l">
      {email && (
        <li>
          {email.address} <span class="badge">{texts.statuses[email.status] ?? email.status}</span>
        </li>
      )}
      {phone && <li>{phoneOf(phone)}</li>}
      {person.further_contacts?.map(({ kind, value }) => (
        <li>{kind === 'phone' ? `+${value}` : value}</li>
      ))}
      {home && inOneLine(home) && <li>{inOneLine(home)}</li>}
      {person.notes && (
        <li>
          {person.notes.split('\n').map((line, i) => (
            <>
              {i > 0 && <br />}
              {line}
            </>
          ))}
        </li>
      )}
      {person.opt_ins?.map(({ text, page: of, date, confirmed_date }) => (
        <li class="quiet">
          {texts.optedIn}: <q>{text}</q> (<a href={of}>{of}</a>) <Time c={c} at={date} />
          {confirmed_date !== undefined && (
            <>
              , {texts.optInConfirmed} <Time c={c} at={confirmed_date} />
            </>
          )}
        </li>
      ))}
      <li class="quiet">
        {texts.since} <Time c={c} at={person.created_date} />
      </li>
    </ul>
  )
}
