import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { type Attendance, isComing } from '../../domain/attendances/attendance.js'
import { changeAttendance } from '../../domain/attendances/change-attendance.js'
import { OsdiError } from '../../domain/errors.js'
import { isNativeId } from '../../domain/identifier.js'
import type { Person } from '../../domain/people/person.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { eventPage } from '../events/event-frame.js'
import { Field, type FormState, NO_FAULTS, SearchInput, faultsOf, formIn, textsIn } from '../page/form.js'
import { addGuest } from '../attendances/add-guest.js'
import { searchGuests } from '../attendances/guest-search.js'
import { ANSWER, AnswerChoice, answerClauses, answerIn, hasAnswered } from '../questions/answer-filter.js'
import { answerText } from '../../domain/questions/answers.js'
import type { Clause } from '../../domain/fields/filter.js'
import { AnswerFields } from '../questions/answer-fields.js'
import { requires } from '../access/guards.js'
import { logChange } from '../access/log-change.js'
import { nameOf } from '../people/names.js'
import { Form } from '../page/page.js'
import { DOOR_SCRIPT, QR_DECODER_SCRIPT, SCAN_SCRIPT, eventPath } from '../paths.js'
import { formatNumber } from '../formats.js'
import { Icon } from '../page/icons.js'
import { Notice } from '../page/notice.js'

type Ctx = Context<ManageEnv>

/** Guests that the door lists without a search: the newest ones, by name. */
const MOST_LISTED = 300
const PER_PAGE = 100

/** The door of an event, for phones: one tap says that a guest is there, another one takes it back. */
export function doorPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { attendanceDependencies } = dependencies
  const path = eventPath(':event', 'door')

  app.get(path, requires('change_guests'), (c) => listPage(c, dependencies))

  // A person who comes without an RSVP is added and is there.
  app.post(path, requires('change_guests'), async (c) => {
    const { values, valuesOf } = await formIn(c)
    const event = c.get('event')
    try {
      const attendance = await addGuest(event, values, valuesOf, attendanceDependencies)
      await checkIn(c, dependencies, attendance.id, true)
      return c.redirect(eventPath(event.id, 'door'), 303)
    } catch (error) {
      const { guests: texts } = c.get('texts')
      if (error instanceof OsdiError && error.code === 'conflict')
        return listPage(c, dependencies, { values, faults: NO_FAULTS }, texts.refusals.event_full)
      return listPage(c, dependencies, { values, faults: faultsOf(error) })
    }
  })

  app.post(`${path}/:attendance`, requires('change_guests'), async (c) => {
    const { attended, find = '' } = textsIn(await c.req.parseBody())
    const id = c.req.param('attendance') ?? ''
    await checkIn(c, dependencies, id, attended === 'yes')
    if (c.req.header('accept') === 'application/json') return c.body(null, 204)
    const query = find && `?find=${encodeURIComponent(find)}`
    return c.redirect(`${eventPath(c.get('event').id, 'door')}${query}#${id}`, 303)
  })
}

/** Says that a guest is there, or not. Repeating it changes nothing, so several devices may do it. */
async function checkIn(c: Ctx, dependencies: ManageDependencies, id: string, attended: boolean) {
  const event = c.get('event')
  const { person } = await changeAttendance(event, id, { attended }, dependencies.attendanceDependencies)
  await logChange(c, dependencies, {
    action: attended ? 'guest_attended' : 'guest_not_attended',
    subject: { id: event.id, title: event.title },
    detail: person,
  })
}

async function listPage(
  c: Ctx,
  { attendances, people, finder, attendanceDependencies }: ManageDependencies,
  form: FormState = { values: {}, faults: NO_FAULTS },
  warning?: string,
) {
  const event = c.get('event')
  const { door: texts, guests: words } = c.get('texts')
  const search = c.req.query('find')?.trim() ?? ''
  const holderOf: typeof attendanceDependencies.people.holderOf = (owner, contacts) =>
    attendanceDependencies.people.holderOf(owner, contacts)
  const scanned = c.req.query('guest') ?? ''
  const answer = scanned ? undefined : answerIn(event.questions, c.req.query(ANSWER))
  const found = scanned
    ? await guestOfCode(event.id, scanned, attendances)
    : search
      ? await searchGuests(event, search, undefined, { attendances, people, finder, holderOf })
      : await newestGuests(event.id, attendances, answerClauses(answer))
  const persons = await people.findMany(
    event.owner,
    found.guests.map(({ person }) => person),
  )
  const isSmall = event.total_attendances <= MOST_LISTED
  const everyone =
    isSmall && (search || scanned || answer)
      ? (await newestGuests(event.id, attendances)).guests
      : found.guests
  const byName = found.guests
    .filter((guest) => hasAnswered(guest, answer))
    .map((guest) => ({ guest, name: nameIn(persons, guest) || words.erased }))
    .sort((one, other) => one.name.localeCompare(other.name, c.get('lang')))
  return eventPage(c, 'door', {
    status: warning ? 409 : form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        <p role="status" class="line ends">
          <span class="count" data-here>
            {isSmall ? peopleIn(everyone.filter(isHere)) : event.totals.attended}
          </span>{' '}
          <span class="quiet">
            {isSmall
              ? texts.ofPeople(formatNumber(c, event.totals.accepted + event.totals.guests))
              : texts.ofRsvps(formatNumber(c, event.totals.accepted))}
          </span>
        </p>
        {warning && <Notice kind="bad">{warning}</Notice>}
        <form method="get" role="search" class="line">
          <SearchInput label={words.find} value={search} />
          <AnswerChoice c={c} chosen={answer} />
          <button class="btn main">{words.search}</button>
          {(search || scanned || answer) && <a href={eventPath(event.id, 'door')}>{texts.all}</a>}
        </form>
        <div
          class="scan"
          data-scan={eventPath(event.id, 'door')}
          data-decoder={QR_DECODER_SCRIPT}
          data-foreign={texts.foreignCode}
          hidden
        >
          <button type="button" class="btn">
            {texts.scan}
          </button>
          <video muted playsinline hidden></video>
          <p role="status"></p>
        </div>
        <p class="quiet">{texts.scanHow}</p>
        {byName.length === 0 && (
          <p role="status">{scanned ? texts.foreignCode : search || answer ? words.noneFound : texts.none}</p>
        )}
        {'isComplete' in found && !found.isComplete && <p class="card">{texts.newest}</p>}
        <p class="quiet" role="status" data-waiting={texts.waiting}></p>
        {scanned && byName[0] && !mayComeIn(byName[0].guest) && (
          <Notice kind="warn">
            {texts.letIn(byName[0].name, words.statuses[byName[0].guest.status ?? 'accepted'])}
          </Notice>
        )}
        <div
          class="stack g5"
          id="door-lists"
          data-check-in={texts.checkIn}
          data-undo={texts.undo}
          data-in-people={isSmall ? 'yes' : undefined}
          data-search={isSmall && !search && !scanned ? 'here' : 'service'}
        >
          <Guests
            c={c}
            guests={byName.filter(({ guest }) => !isHere(guest) && (scanned !== '' || mayComeIn(guest)))}
            search={search}
            list="to-come"
          />
          <Guests
            c={c}
            guests={byName.filter(({ guest }) => isHere(guest))}
            search={search}
            list="here"
            title={texts.areHere}
          />
          {!scanned && (
            <Apart c={c} guests={byName.filter(({ guest }) => !isHere(guest) && !mayComeIn(guest))} />
          )}
        </div>
        <WalkIn c={c} form={form} />
        <script src={DOOR_SCRIPT} defer></script>
        <script src={SCAN_SCRIPT} defer></script>
      </>
    ),
  })
}

const nameIn = (persons: ReadonlyMap<string, Person>, { person }: Attendance) => {
  const found = persons.get(person)
  return found && nameOf(found)
}

/** The guest of a code that was scanned; none for the code of another event. */
async function guestOfCode(event: string, id: string, attendances: ManageDependencies['attendances']) {
  try {
    return { guests: isNativeId(id) ? [await attendances.find(event, id)] : [], isComplete: true }
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found') return { guests: [], isComplete: true }
    throw error
  }
}

async function newestGuests(
  event: string,
  attendances: ManageDependencies['attendances'],
  clauses: Clause<Attendance>[] = [],
) {
  const guests: Attendance[] = []
  for (let page = 1; ; page++) {
    const list = await attendances.listOfEvent(event, { page, per_page: PER_PAGE }, clauses)
    guests.push(...list.members)
    if (page * PER_PAGE >= list.total_records) return { guests, isComplete: true }
    if (guests.length >= MOST_LISTED) return { guests, isComplete: false }
  }
}

/** A guest at the door, by the name that the list shows. */
interface Named {
  guest: Attendance
  name: string
}

const isHere = ({ attended }: Attendance) => attended === true
const mayComeIn = (guest: Attendance) => isComing(guest)
const peopleIn = (guests: Attendance[]) => guests.reduce((sum, { guests = 0 }) => sum + 1 + guests, 0)

/** A list of guests. The script moves a guest from the ones to come to the ones who are here. */
const Guests: FC<{ c: Ctx; guests: Named[]; search: string; list: 'to-come' | 'here'; title?: string }> = ({
  c,
  guests,
  search,
  list,
  title,
}) => (
  <section class="stack tight">
    {title && <h2 class="small quiet">{title}</h2>}
    <ul class="people card flush" data-list={list}>
      {guests.map(({ guest, name }) => (
        <Guest c={c} guest={guest} name={name} search={search} />
      ))}
    </ul>
  </section>
)

/** Guests who have cancelled or wait: they are apart, and letting one in is asked first. */
const Apart: FC<{ c: Ctx; guests: Named[] }> = ({ c, guests }) => {
  const { door: texts, guests: words } = c.get('texts')
  if (guests.length === 0) return <></>
  return (
    <details class="more">
      <summary>
        <Icon name="circle-alert" />
        {texts.apart(guests.length)}
        <Icon name="chevron-right" class="turn" />
      </summary>
      <ul class="people card flush">
        {guests.map(({ guest, name }) => (
          <li data-name={name}>
            <span class="grow">
              {name} <span class="badge">{words.statuses[guest.status ?? 'accepted']}</span>
            </span>
            <a
              class="btn"
              href={`${eventPath(c.get('event').id, 'door')}?guest=${guest.id}`}
              aria-label={`${texts.ask}: ${name}`}
            >
              {texts.ask}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Guest: FC<{ c: Ctx; guest: Attendance; name: string; search: string }> = ({
  c,
  guest,
  name,
  search,
}) => {
  const { door: texts, guests: words } = c.get('texts')
  const here = isHere(guest)
  return (
    <li id={guest.id}>
      <Form
        c={c}
        action={eventPath(c.get('event').id, `door/${guest.id}`)}
        class="line apart grow"
        data-name={name}
        data-people={1 + (guest.guests ?? 0)}
      >
        <input type="hidden" name="attended" value={here ? 'no' : 'yes'} />
        {search && <input type="hidden" name="find" value={search} />}
        <span class="grow">
          {name} {guest.guests ? <span class="quiet">{words.withGuests(guest.guests)}</span> : ''}{' '}
          {!isComing(guest) && <span class="badge">{words.statuses[guest.status ?? 'accepted']}</span>}{' '}
          <strong hidden={!here}>{texts.here}</strong>
          <AnswersOf c={c} guest={guest} />
        </span>
        <button
          class={here ? 'btn' : 'btn main'}
          aria-label={`${here ? texts.undo : texts.checkIn}: ${name}`}
        >
          {here ? texts.undo : texts.checkIn}
        </button>
      </Form>
    </li>
  )
}

/** The answers of a guest, below the name. */
const AnswersOf: FC<{ c: Ctx; guest: Attendance }> = ({ c, guest: { answers = {} } }) => (
  <>
    {(c.get('event').questions ?? [])
      .filter(({ id }) => answers[id] !== undefined)
      .map(({ id, title, type }) => (
        <small class="answer">
          {type === 'checkbox' ? `✓ ${title}` : `${title} ${answerText(answers[id])}`}
        </small>
      ))}
  </>
)

const WalkIn: FC<{ c: Ctx; form: FormState }> = ({ c, form }) => {
  const texts = c.get('texts')
  const { person, door } = texts
  return (
    <>
      <h2>{door.walkIn}</h2>
      <Form c={c} action={eventPath(c.get('event').id, 'door')} class="card stack max-l">
        <Field texts={texts} form={form} name="given_name" label={person.given_name} />
        <Field texts={texts} form={form} name="family_name" label={person.family_name} />
        <Field texts={texts} form={form} name="email_addresses" label={person.email_addresses} type="email" />
        <AnswerFields c={c} />
        <div class="line">
          <button class="btn main">{door.addHere}</button>
        </div>
      </Form>
    </>
  )
}
