import { partySize } from '../../events/capacity.js'
import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { peopleThere } from '../arrival.js'
import { mayDo } from '../../access/permissions.js'
import { type Attendance, NO_REFERRER, isRefused, isRequested, standingOf } from '../attendance.js'
import { isInLine } from '../attendance-fields.js'
import { mostGuests } from '../guests.js'
import { MOST_NOTE } from '../../fields/read-decision.js'
import { answerText } from '../../questions/answers.js'
import type { Question } from '../../questions/question.js'
import { questionsSeen } from '../../questions/manage/answer-filter.manage.js'
import type { Person } from '../../people/person.js'
import type { ManageEnv } from '../../manage/environment.js'
import { ChooseGuest } from './choose-guests.manage.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { formatNumber } from '../../manage/formats.js'
import { Form } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { peopleColumns } from '../../people/manage/people-table.manage.js'
import { type Column, Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'

type Ctx = Context<ManageEnv>

/** Returns the part of a query that says which guests are view, with its question mark. */
export function queryOf(query: URLSearchParams): string {
  const known = [...query].filter(
    ([name, value]) => value && ['find', 'status', 'answer', 'said', 'sort', 'page'].includes(name),
  )
  return known.length > 0 ? `?${new URLSearchParams(known).toString()}` : ''
}

/** Guests of an event, with what an organizer may do about each. */
export const Guests: FC<{
  c: Ctx
  guests: Attendance[]
  persons: ReadonlyMap<string, Person>
  mayChange: boolean
  /** Whether the guests of the event get emails. */
  isMailed: boolean
}> = ({ c, guests, persons, mayChange, isMailed }) => {
  const { guests: texts } = c.get('texts')
  const { id } = c.get('event')
  const questions = questionsSeen(c)
  const personOf = ({ person }: Attendance) => persons.get(person)
  const view = queryOf(new URL(c.req.url).searchParams)
  const nameIn = (guest: Attendance) => {
    const person = personOf(guest)
    return (person && nameOf(person)) || texts.erased
  }
  const [who, contact] = peopleColumns(c, personOf) as [Column<Attendance>, Column<Attendance>]
  const changes: Column<Attendance> = {
    title: '',
    kind: 'last',
    cell: (guest) => {
      const action = guest.status === 'declined' ? 'restore' : 'cancel'
      const person = personOf(guest)
      const name = nameIn(guest)
      const isTold = isMailed && person?.email_addresses[0] !== undefined
      const label = {
        restore: isTold ? texts.restoreAndTell : texts.restore,
        cancel: isTold ? texts.cancelQuietly : texts.cancel,
      }[action]
      if (isRequested(guest)) return <Decide c={c} guest={guest} name={name} view={view} />
      const button = (
        <Form c={c} action={eventPath(id, `guests/${guest.id}/${action}`)}>
          <input type="hidden" name="view" value={view} />
          <button class="btn ghost" aria-label={`${label}: ${name}`}>
            {label}
          </button>
        </Form>
      )
      const seat = isInLine(guest) && (
        <Form c={c} action={eventPath(id, `guests/${guest.id}/seat`)}>
          <input type="hidden" name="view" value={view} />
          <button class="btn ghost" aria-label={`${texts.seat}: ${name}`}>
            {texts.seat}
          </button>
        </Form>
      )
      const link = guest.status !== 'declined' && isTold && (
        <Form c={c} action={eventPath(id, `guests/${guest.id}/link`)}>
          <input type="hidden" name="view" value={view} />
          <button class="btn ghost" aria-label={`${texts.sendLink}: ${name}`}>
            {texts.sendLink}
          </button>
        </Form>
      )
      const tell = link && <CancelAndTell c={c} guest={guest} name={name} view={view} />
      const answers = questions.length > 0 && (
        <a
          class="btn ghost"
          href={eventPath(id, `guests/${guest.id}/answers`) + view}
          aria-label={`${c.get('texts').questions.change}: ${name}`}
        >
          {c.get('texts').questions.change}
        </a>
      )
      if (!mayBring(c, guest))
        return answers || link || seat ? (
          <div class="line">
            {seat}
            {answers}
            {link}
            {button}
            {tell}
          </div>
        ) : (
          button
        )
      return (
        <details class="in-row">
          <summary class="btn ghost" aria-label={`${texts.change}: ${name}`}>
            {texts.change}
          </summary>
          <Party c={c} guest={guest} name={name} view={view} />
          {seat}
          {answers}
          {link}
          {button}
          {tell}
        </details>
      )
    },
  }
  const columns: Column<Attendance>[] = [
    {
      ...who,
      cell: (guest) => (
        <>
          {mayChange && !isRequested(guest) && <ChooseGuest c={c} guest={guest} name={nameIn(guest)} />}{' '}
          {who.cell(guest)}
          {mayReadNotes(c) && personOf(guest)?.notes && <p class="small quiet">{personOf(guest)?.notes}</p>}
        </>
      ),
    },
    contact,
    {
      title: texts.since,
      kind: 'secondary',
      cell: ({ created_date, referrer_data: { source } }) => (
        <>
          <Time c={c} at={created_date} />
          {source !== NO_REFERRER.source && <p class="small">{texts.cameBy(source)}</p>}
        </>
      ),
    },
    ...(questions.length > 0 ? [answersColumn(c, questions)] : []),
    { title: texts.status, cell: (guest) => <Status c={c} guest={guest} /> },
    ...(mayChange ? [changes] : []),
  ]
  return <Table columns={columns} rows={guests} />
}

/** Notes about a person are for the team. */
const mayReadNotes = (c: Ctx) => !c.get('helper') && mayDo(c.get('owner').role, 'see_people')

/** The answers of a guest, each below its question: ten questions have no room beside each other. */
function answersColumn(c: Ctx, questions: readonly Question[]): Column<Attendance> {
  return {
    title: c.get('texts').questions.answers,
    cell: ({ answers = {} }) => {
      const given = questions
        .map(({ id, title }) => ({ title, text: answerText(answers[id]) }))
        .filter(({ text }) => text)
      if (given.length === 0) return '–'
      return (
        <dl class="answers">
          {given.map(({ title, text }) => (
            <div>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )
    },
  }
}

/** Whether a guest comes or waits, and may bring people, or brings some. */
const mayBring = (c: Ctx, { status, guests = 0 }: Attendance) =>
  status !== 'declined' && Math.max(mostOf(c), guests) > 0

/** The most people whom a guest of the event may bring. The limit of the API's events is for forms alone. */
const mostOf = (c: Ctx) => (c.get('event').origin === 'api' ? 0 : mostGuests(c.get('event')))

/** The form of several requests, which their boxes belong to. */
const SEVERAL = 'requests'

/** The answers to a request, and the box that chooses it with others. */
const Decide: FC<{ c: Ctx; guest: Attendance; name: string; view: string }> = ({ c, guest, name, view }) => {
  const { guests: texts } = c.get('texts')
  const { searchParams } = new URL(c.req.url)
  // A decision is on the request that the page shows: its party may grow before the button is pressed.
  const seen = `${guest.id}:${guest.revision}`
  return (
    <Form c={c} action={eventPath(c.get('event').id, 'guests/requests')} class="line">
      {searchParams.get('status') === 'requested' && (
        <input type="checkbox" form={SEVERAL} name="attendance" value={seen} aria-label={texts.choose(name)} />
      )}
      <input type="hidden" name="view" value={view} />
      <input type="hidden" name="attendance" value={seen} />
      {DECISIONS.map((decision) => (
        <button class="btn" name="decision" value={decision} aria-label={`${texts[decision]}: ${name}`}>
          {texts[decision]}
        </button>
      ))}
    </Form>
  )
}

const DECISIONS = ['approve', 'decline'] as const

/** The buttons that answer all requests whose boxes are ticked. */
export const DecideSeveral: FC<{ c: Ctx }> = ({ c }) => {
  const { guests: texts } = c.get('texts')
  return (
    <Form c={c} id={SEVERAL} action={eventPath(c.get('event').id, 'guests/requests')} class="card stack">
      <p>{texts.chooseSeveral}</p>
      <input type="hidden" name="view" value="?status=requested" />
      <label class="field">
        {texts.note}
        <input class="input" name="note" maxlength={MOST_NOTE} />
      </label>
      <div class="line">
        {DECISIONS.map((decision) => (
          <button class="btn" name="decision" value={decision}>
            {texts[decision]}
          </button>
        ))}
      </div>
    </Form>
  )
}

/** Cancels an RSVP by an email that says so, with a reason. */
const CancelAndTell: FC<{ c: Ctx; guest: Attendance; name: string; view: string }> = ({ c, guest, name, view }) => {
  const { guests: texts } = c.get('texts')
  return (
    <details class="in-row">
      <summary class="btn ghost" aria-label={`${texts.cancelAndTell}: ${name}`}>
        {texts.cancelAndTell}
      </summary>
      <Form c={c} action={eventPath(c.get('event').id, `guests/${guest.id}/tell`)} class="stack">
        <input type="hidden" name="view" value={view} />
        <label class="field">
          {texts.reason}
          <input class="input" name="note" maxlength={MOST_NOTE} />
        </label>
        <button class="btn">{texts.cancelAndTell}</button>
      </Form>
    </details>
  )
}

/** The number of people whom a guest brings. */
const Party: FC<{ c: Ctx; guest: Attendance; name: string; view: string }> = ({ c, guest, name, view }) => {
  const { guests: texts } = c.get('texts')
  return (
    <Form c={c} action={eventPath(c.get('event').id, `guests/${guest.id}/party`)} class="line">
      <input type="hidden" name="view" value={view} />
      <label class="line">
        {texts.brings}
        <input
          class="input short"
          type="number"
          name="guests"
          min={0}
          max={mostOf(c)}
          value={guest.guests ?? 0}
          required
          aria-label={`${texts.brings}: ${name}`}
        />
      </label>
      <button class="btn" aria-label={`${texts.changeParty}: ${name}`}>
        {texts.changeParty}
      </button>
    </Form>
  )
}

const Status: FC<{ c: Ctx; guest: Attendance }> = ({ c, guest }) => {
  const { guests: texts, door } = c.get('texts')
  const { guests, attended, waitlist_position: rank } = guest
  const standing = isRefused(guest) ? texts.requestDeclined : texts.statuses[standingOf(guest)]
  return (
    <>
      {rank === undefined ? standing : texts.inLine(formatNumber(c, rank))}
      {guests ? ` ${texts.withGuests(guests)}` : ''}{' '}
      {attended && <strong>{door.isIn(peopleThere(guest), partySize(guest))}</strong>}
    </>
  )
}
