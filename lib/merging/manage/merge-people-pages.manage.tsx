import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { type Attendance, statusOf } from '../../attendances/attendance.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { isNativeId } from '../../fields/identifier.js'
import { mergePeople } from '../merge-people.js'
import { type Foretold, foretoldMerge } from '../merged-attendance.js'
import type { Person } from '../../people/person.js'
import { idIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { Departing } from '../finish-departure.js'
import type { ManageEnv } from '../../manage/environment.js'
import { describeFault, textsIn } from '../../manage/page/form.js'
import { findPeople as peopleFound } from '../../finding/manage/find-people.manage.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { contactOf, nameOf } from '../../people/manage/names.manage.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { Table } from '../../manage/page/table.js'
import { Notice } from '../../manage/page/notice.js'
import { say } from '../../manage/page/flash.js'
import { findPeople, findPerson } from '../../people/store/find-people.js'
import { attendancesOfPerson } from '../../attendances/store/attendances-of-person.js'

/** The pages that merge and erase people need the traces that rooms erase. */
export type Merging = ManageDependencies & { departing: Departing }

type Ctx = Context<ManageEnv>

/** RSVPs that are listed one by one. */
const MOST_SHOWN = 50

/** Makes one person of two: the other is found by a name, a contact or an id, and the merge is asked for again. */
export function mergePeoplePages(app: Hono<ManageEnv>, dependencies: Merging): void {
  const { table, events, departing } = dependencies
  const path = `${ownerPath(':owner', 'people')}/:person/merge`

  async function find(c: Ctx, search: string): Promise<Person[]> {
    if (!isNativeId(search)) return (await peopleFound(c, search, undefined, dependencies)).people
    const person = (await findPeople(table, c.get('owner').owner, [search])).get(search)
    return person ? [person] : []
  }

  app.get(path, requires('change_people'), async (c) => {
    const keep = await findPerson(table, c.get('owner').owner, idIn(c, 'person'))
    const search = c.req.query('other')?.trim() ?? ''
    const found = (search ? await find(c, search) : []).filter(({ id }) => id !== keep.id)
    const [other, ...more] = found
    if (!other || more.length > 0) return searchPage(c, keep, search, found)
    return questionPage(c, keep, other, await foretell(keep.id, other.id))
  })

  /** Says what the merge will do, by the rule by which it will do it. */
  async function foretell(keep: string, other: string): Promise<Foretold[]> {
    const [kept, others] = await Promise.all([keep, other].map((each) => attendancesOfPerson(table, each)))
    return foretoldMerge(kept ?? [], others ?? [], keep, new Date())
  }

  async function questionPage(c: Ctx, keep: Person, other: Person, all: Foretold[]) {
    const listed = all.slice(0, MOST_SHOWN)
    const found = await events.findMany(
      c.get('owner').owner,
      listed.map(({ before }) => before.other.event),
    )
    const titleOf = (event: string) => found.get(event)?.title ?? event
    return askingPage(c, keep, other, { listed, more: all.length - listed.length, titleOf })
  }

  app.post(path, requires('change_people'), async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const keep = idIn(c, 'person')
    const { other = '' } = textsIn(await c.req.parseBody())
    if (!isNativeId(other) || other === keep) throw notFound()
    try {
      await mergePeople(departing, owner, keep, other)
    } catch (error) {
      const [fault] = error instanceof OsdiError && error.code === 'conflict' ? error.faults : []
      if (!fault) throw error
      const found = await findPerson(table, owner, keep)
      return searchPage(c, found, other, [], describeFault(c.get('texts'), fault))
    }
    await logChange(c, dependencies, { action: 'persons_merged', subject: { id: keep }, detail: other })
    say(c, dependencies.site, { said: c.get('texts').said.merged })
    return c.redirect(`${ownerPath(ownerId, 'people')}/${keep}`, 303)
  })
}

function searchPage(c: Ctx, keep: Person, search: string, found: Person[], refusal?: string) {
  const { people: texts, guests } = c.get('texts')
  return page(c, {
    title: texts.mergeTitle(nameOf(keep)),
    section: 'people',
    status: refusal ? 409 : 200,
    children: (
      <>
        {refusal && <Notice kind="bad">{refusal}</Notice>}
        <p>{texts.mergeHow}</p>
        <form method="get" role="search" class="line">
          <input
            class="input"
            type="search"
            name="other"
            value={search}
            aria-label={texts.find}
            placeholder={texts.find}
          />
          <button class="btn">{guests.search}</button>
        </form>
        {search && !refusal && found.length === 0 && <p role="status">{texts.mergeNone}</p>}
        {found.length > 0 && (
          <Table
            rows={found}
            columns={[
              {
                title: guests.name,
                cell: (each) => <a href={`?other=${each.id}`}>{nameOf(each) || contactOf(each)}</a>,
              },
              { title: guests.contact, cell: (each) => contactOf(each) },
            ]}
          />
        )}
      </>
    ),
  })
}

/** The preview of a merge. Very many RSVPs are only counted. */
interface Announced {
  listed: Foretold[]
  more: number
  titleOf: (event: string) => string
}

function askingPage(c: Ctx, keep: Person, other: Person, announced: Announced) {
  const { people: texts, guests } = c.get('texts')
  const back = `${ownerPath(c.get('owner').id, 'people')}/${keep.id}`
  return page(c, {
    title: texts.mergeTitle(nameOf(keep)),
    section: 'people',
    children: (
      <>
        <Table
          rows={[
            [texts.mergeKeep, keep],
            [texts.mergeOther, other],
          ]}
          columns={[
            { title: '', cell: ([what]) => what as string },
            { title: guests.name, cell: ([, person]) => nameOf(person as Person) || guests.erased },
            { title: guests.contact, cell: ([, person]) => contactOf(person as Person) },
          ]}
        />
        <h2>{texts.mergeRsvps}</h2>
        <Rsvps c={c} keep={keep} other={other} announced={announced} />
        <Form c={c} action={`${back}/merge`} class="card stack max-l">
          <input type="hidden" name="other" value={other.id} />
          <p>{texts.mergeExplain}</p>
          <p class="line">
            <button class="btn danger">{texts.mergeButton}</button>
            <a href={back}>{texts.keep}</a>
          </p>
        </Form>
      </>
    ),
  })
}

const Rsvps: FC<{ c: Ctx; keep: Person; other: Person; announced: Announced }> = ({
  c,
  keep,
  other,
  announced: { listed, more, titleOf },
}) => {
  const { people: texts, guests, actions } = c.get('texts')
  const stands = (each: Attendance | undefined) =>
    each && [guests.statuses[statusOf(each)], each.guests && guests.withGuests(each.guests)].filter(Boolean).join(', ')
  if (listed.length === 0) return <p class="quiet">{texts.mergeNoRsvps}</p>
  return (
    <>
      <Table
        rows={listed}
        columns={[
          { title: actions.event, cell: ({ before }) => titleOf(before.other.event) },
          {
            title: texts.mergeRsvpOf(shortNameOf(keep)),
            unit: `(${shortNameOf(keep)})`,
            cell: ({ before }) => stands(before.keep) ?? '–',
          },
          {
            title: texts.mergeRsvpOf(shortNameOf(other)),
            unit: `(${shortNameOf(other)})`,
            cell: ({ before }) => stands(before.other),
          },
          {
            title: texts.mergeAfter,
            unit: `(${texts.mergeAfter})`,
            cell: ({ after, freed }) => (
              <>
                <b>{stands(after)}</b>
                {freed > 0 && ` (${texts.mergeFrees(freed)})`}
              </>
            ),
          },
        ]}
      />
      {more > 0 && <p>{texts.mergeMore(more)}</p>}
    </>
  )
}

/** Two people may have one name: the contact tells them apart. */
const shortNameOf = (person: Person) => contactOf(person) || nameOf(person)
