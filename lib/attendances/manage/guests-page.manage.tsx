import type { Context, Hono } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { type AttendanceChange, changeAttendance } from '../change-attendance.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { isNativeId } from '../../fields/identifier.js'
import { MAX_PER_PAGE, type Page, type PageRequest, totalPages } from '../../fields/page.js'
import { type Attendance, isRequested } from '../attendance.js'
import { answersInForm } from '../../questions/answers.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { answersPage } from './answers-page.manage.js'
import { mayDo } from '../../access/permissions.js'
import type { Logged } from '../../access/log-entry.js'
import { readGuests } from '../guests.js'
import { pageIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import {
  FaultSummary,
  Field,
  type FormState,
  NO_FAULTS,
  SearchBox,
  faultsOf,
  formIn,
  textsIn,
} from '../../manage/page/form.js'
import { clausesOf, countsOf, isTaken, readGuestFilter, unlessTooMany } from './guest-filter.manage.js'
import { formatNumber } from '../../manage/formats.js'
import { MOST_SORTED, SORTS, isSortable, sortIn, sortedGuests } from './sorted-guests.manage.js'
import { ForSeveral } from './choose-guests.manage.js'
import { originPolicy } from '../../events/origin.js'
import { searchGuests, viewerOf } from './guest-search.manage.js'
import { DecideSeveral, Guests, queryOf } from './guest-table.manage.js'
import { addGuest } from './add-guest.manage.js'
import { emailsOf, noteIn } from './emails-of-helpers.manage.js'
import { insteadOfSeat, raiseForGuest } from './out-of-turn.manage.js'
import {
  ANSWER,
  AnswerChoice,
  SAID,
  SaidInput,
  answerClauses,
  answerIn,
  hasAnswered,
  hasSaid,
  questionsSeen,
  saidClauses,
  saidIn,
} from '../../questions/manage/answer-filter.manage.js'
import { AnswerFields } from '../../questions/manage/answer-fields.manage.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { Form } from '../../manage/page/page.js'
import { Icon } from '../../manage/page/icons.js'
import { PageLinks } from '../../manage/page/page-links.js'
import { eventPath } from '../../manage/paths.js'
import type { Texts } from '../../manage/texts.js'
import { Notice } from '../../manage/page/notice.js'
import { say } from '../../manage/page/flash.js'
import { peopleOfGuests } from '../store/people-of-guests.js'
import { findAttendance, listAttendances } from '../store/read-attendances.js'
import { tellAgain } from '../store/change-attendance.js'

type Ctx = Context<ManageEnv>

/** The inputs of the form for a guest. */
const FIELDS = ['given_name', 'family_name', 'email_addresses', 'phone_numbers'] as const

/** The guest list of an event: looking through it, finding, canceling, restoring, changing a party, adding a guest. */
export function guestsPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { attending, site, table } = dependencies
  const path = eventPath(':event', 'guests')

  app.get(path, requires('see_guests'), async (c) => listPage(c, dependencies))

  app.post(path, requires('change_guests'), async (c) => {
    const { values, valuesOf } = await formIn(c)
    const event = c.get('event')
    try {
      const attendance = await addGuest(c, attending, FIELDS, { values, valuesOf })
      await logChange(c, dependencies, {
        action: 'guest_added',
        subject: { id: event.id, title: event.title },
        detail: attendance.person,
      })
      const name = [values['given_name'], values['family_name']].filter(Boolean).join(' ')
      say(c, site, { said: c.get('texts').said.guestAdded(name || (values['email'] ?? '')) })
      return c.redirect(eventPath(event.id, 'guests'), 303)
    } catch (error) {
      if (error instanceof OsdiError && error.code === 'conflict') return refused(c, dependencies, values, error)
      return listPage(c, dependencies, { values, faults: faultsOf(error) })
    }
  })

  /** Answers a change of one guest: back to the part of the list in which the guest was. */
  const changing = (
    path: string,
    changeIn: (c: Ctx) => Promise<[AttendanceChange, Logged]>,
    saying:
      | 'guestCanceled'
      | 'guestTold'
      | 'guestRestored'
      | 'guestSeated'
      | 'guestFirst'
      | 'partyChanged'
      | 'answersChanged',
    opposite?: string,
  ) =>
    app.post(eventPath(':event', `guests/:attendance/${path}`), requires('change_guests'), async (c) => {
      const event = c.get('event')
      let isWaiting: boolean
      try {
        const [change, action] = await changeIn(c)
        const id = c.req.param('attendance') as string
        const { person, status } = await changeAttendance(attending, event, id, { ...change, ...emailsOf(c) })
        const subject = { id: event.id, title: event.title }
        await logChange(c, dependencies, { action, subject, detail: person })
        isWaiting = status === 'tentative'
      } catch (error) {
        if (error instanceof OsdiError && (error.code === 'conflict' || error.code === 'invalid')) {
          const isFull = path === 'seat' && error.faults[0]?.error_code === 'event_full'
          return refused(c, dependencies, {}, error, isFull && (await insteadOfSeat(c, dependencies)))
        }
        throw error
      }
      const { view = '' } = textsIn(await c.req.parseBody())
      const guest = c.req.param('attendance') as string
      say(c, site, {
        said: c.get('texts').said[isWaiting && saying === 'guestRestored' ? 'guestWaits' : saying],
        ...(opposite && {
          undo: { action: eventPath(event.id, `guests/${guest}/${opposite}`), fields: { view } },
        }),
      })
      return c.redirect(eventPath(event.id, 'guests') + queryOf(new URLSearchParams(view)), 303)
    })

  changing('cancel', () => Promise.resolve([{ status: 'declined' }, 'guest_cancelled']), 'guestCanceled', 'restore')
  changing(
    'tell',
    async (c) => {
      const note = noteIn(c, textsIn(await c.req.parseBody())['note'])
      return [{ status: 'declined', tells: { ...(note && { note }) } }, 'guest_told']
    },
    'guestTold',
    'restore',
  )
  changing('restore', () => Promise.resolve([{ status: 'accepted' }, 'guest_restored']), 'guestRestored', 'cancel')
  changing(
    'seat',
    async (c) => {
      await raiseForGuest(c, dependencies)
      return [{ outOfTurn: 'seat' }, 'guest_seated']
    },
    'guestSeated',
  )
  changing('first', () => Promise.resolve([{ outOfTurn: 'first' }, 'guest_first']), 'guestFirst')
  changing(
    'party',
    async (c) => {
      const { guests } = textsIn(await c.req.parseBody())
      return [{ guests: readGuests(c.get('event'), guests) }, 'guest_party_changed']
    },
    'partyChanged',
  )
  app.post(eventPath(':event', 'guests/:attendance/link'), requires('change_guests'), async (c) => {
    const event = c.get('event')
    const id = c.req.param('attendance') ?? ''
    if (!isNativeId(id)) throw notFound()
    const guest = await findAttendance(attending, event.id, id)
    await tellAgain(attending, event, guest, attending.now().toISOString(), emailsOf(c).autoresponse ?? true)
    const subject = { id: event.id, title: event.title }
    await logChange(c, dependencies, { action: 'guest_link_sent', subject, detail: guest.person })
    const { view = '' } = textsIn(await c.req.parseBody())
    say(c, site, { said: c.get('texts').said.guestLinkSent })
    return c.redirect(eventPath(event.id, 'guests') + queryOf(new URLSearchParams(view)), 303)
  })

  app.get(eventPath(':event', 'guests/:attendance/answers'), requires('change_guests'), async (c) => {
    const id = c.req.param('attendance') ?? ''
    if (!isNativeId(id)) throw notFound()
    const guest = await findAttendance(attending, c.get('event').id, id)
    const person = (await peopleOfGuests(table, c.get('event').owner, [guest], viewerOf(c))).get(guest.person)
    return answersPage(c, guest, (person && nameOf(person)) || c.get('texts').guests.erased)
  })

  // An answer that was emptied is taken away.
  changing(
    'answers',
    async (c) => {
      const questions = questionsSeen(c)
      const { valuesOf } = await formIn(c)
      const emptied = Object.fromEntries(questions.map(({ id }) => [id, null]))
      return [{ answers: { ...emptied, ...answersInForm(questions, valuesOf) } }, 'guest_answers_changed']
    },
    'answersChanged',
  )
}

/** A full or canceled event takes no one, and no event more guests than it allows: the list says so. */
const refused = (
  c: Ctx,
  dependencies: ManageDependencies,
  values: FormState['values'],
  error: OsdiError,
  instead?: Child,
) =>
  listPage(
    c,
    dependencies,
    { values, faults: NO_FAULTS },
    <>
      {refusalIn(c, error)}
      {instead}
    </>,
  )

/** Says why a guest is refused. Only members who may lift a block learn of it. */
export function refusalIn(c: Ctx, error: OsdiError): string {
  const { refusals } = c.get('texts').guests
  const code = error.faults[0]?.error_code ?? ''
  const isKept = code === 'blocked' && !mayDo(c.get('owner').role, 'change_people')
  return isKept ? refusals.unsaid : (new Map(Object.entries(refusals)).get(code) ?? refusals.event_full)
}

export async function listPage(
  c: Ctx,
  { attending, table, sendsMail }: ManageDependencies,
  form: FormState = { values: {}, faults: NO_FAULTS },
  warning?: Child,
) {
  const event = c.get('event')
  const questions = questionsSeen(c)
  const { guests: texts } = c.get('texts')
  const search = c.req.query('find')?.trim() ?? ''
  const filter = readGuestFilter(c.req.query('status'))
  const answer = answerIn(questions, c.req.query(ANSWER))
  const said = saidIn(questions, c.req.query(SAID))
  const sort = sortIn(c.req.query('sort'), event)
  const isMailed = sendsMail && originPolicy(event).autoresponse
  const isAsked = (guest: Attendance) =>
    isTaken(guest, filter) && hasAnswered(guest, answer) && hasSaid(guest, questions, said)
  const listed = search
    ? undefined
    : sort
      ? await sortedGuests(c, sort, pageIn(c), isAsked, { attending, table })
      : await unlessTooMany(
          (filter === 'waiting' ? fromTheFront : inOrder)(
            (page) =>
              listAttendances(attending, event.id, page, [
                ...clausesOf(filter),
                ...answerClauses(answer),
                ...saidClauses(questions, said),
              ]),
            pageIn(c),
          ),
        )
  const found = search
    ? await searchGuests(event, search, c.req.query('after'), viewerOf(c), { attending, table })
    : { guests: listed?.members ?? [], next: undefined }
  const guests = found.guests.filter(isAsked)
  const persons = await peopleOfGuests(table, event.owner, guests, viewerOf(c))
  const mayChange = mayDo(c.get('owner').role, 'change_guests')
  const mayAdd = mayChange && event.status !== 'cancelled'
  const counts = new Map(Object.entries(countsOf(event.totals)))
  const counted = (value: string, text: string) =>
    counts.has(value) ? `${text} (${formatNumber(c, counts.get(value) ?? 0)})` : text
  const queryOfFilter = {
    ...(filter && { status: filter }),
    ...(answer && { [ANSWER]: answer.value }),
    ...(said && { [SAID]: said }),
    ...(sort && { sort }),
  }
  return eventPage(c, 'guests', {
    buttons: sendsMail && <WriteToGuests c={c} />,
    status: warning ? 409 : form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {warning && <Notice kind="bad">{warning}</Notice>}
        <form method="get" role="search" class="line">
          <SearchBox label={texts.find} value={search} />
          <select class="input" name="status" aria-label={texts.status}>
            <option value="">{texts.everyone}</option>
            {Object.entries(texts.filters).map(([value, text]) => (
              <option value={value} selected={value === filter}>
                {counted(value, text)}
              </option>
            ))}
          </select>
          <AnswerChoice c={c} chosen={answer} />
          <SaidInput c={c} said={said} />
          {isSortable(event) && !search && (
            <select class="input" name="sort" aria-label={texts.sort}>
              <option value="">{texts.newestFirst}</option>
              {SORTS.map((each) => (
                <option value={each} selected={each === sort}>
                  {texts.sorts[each]}
                </option>
              ))}
            </select>
          )}
          <button class="btn">{texts.search}</button>
          {!c.get('helper') && <a href={eventPath(event.id, 'guests.csv')}>{texts.download}</a>}
          {mayAdd && <a href="#add">{texts.add}</a>}
        </form>
        {guests.length === 0 && !found.next && (
          <p>{noneOf(texts, { search, filter: filter ?? answer ?? (said || undefined), listed })}</p>
        )}
        {mayChange && filter === 'requested' && guests.length > 0 && <DecideSeveral c={c} />}
        <Guests c={c} guests={guests} persons={persons} mayChange={mayChange} isMailed={isMailed} />
        {found.next && (
          <p>
            <a class="btn" href={nextOf(c, search, { ...queryOfFilter, after: found.next })}>
              {c.get('texts').people.more}
              <Icon name="chevron-right" />
            </a>
          </p>
        )}
        {listed && guests.length > 0 && (
          <PageLinks c={c} found={listed} path={eventPath(event.id, 'guests')} query={queryOfFilter} />
        )}
        {!isSortable(event) && <p class="small quiet">{texts.mostSorted(formatNumber(c, MOST_SORTED))}</p>}
        {mayChange && guests.some((guest) => !isRequested(guest)) && (
          <ForSeveral c={c} isMailed={isMailed} view={queryOf(new URL(c.req.url).searchParams)} />
        )}
        {mayAdd && <AddGuest c={c} form={form} />}
      </>
    ),
  })
}

type ListPage = (page: PageRequest) => Promise<Page<Attendance>>

const inOrder = (list: ListPage, page: PageRequest) => list(page)

/**
 * The waiting list by its order, as many on a page as a page can have. Lists of RSVPs begin with the newest: the first
 * page of a longer line is their last.
 */
async function fromTheFront(list: ListPage, { page }: PageRequest): Promise<Page<Attendance>> {
  const per_page = MAX_PER_PAGE
  const newest = await list({ page, per_page })
  const mirrored = totalPages(newest) + 1 - page
  const found = mirrored < 1 || mirrored === page ? newest : await list({ page: mirrored, per_page })
  const rank = ({ waitlist_position = Infinity }: Attendance) => waitlist_position
  return { ...found, page, members: found.members.toSorted((one, other) => rank(one) - rank(other)) }
}

/** The button that begins a message to guests, where the role may write. */
export const WriteToGuests: FC<{ c: Ctx }> = ({ c }) =>
  mayDo(c.get('owner').role, 'target') ? (
    <a class="btn" href={eventPath(c.get('event').id, c.get('helper') ? 'write' : 'messages')}>
      <Icon name="mail" />
      {c.get('texts').messages.writeGuests}
    </a>
  ) : (
    <></>
  )

const nextOf = (c: Ctx, find: string, query: Record<string, string>) =>
  `${eventPath(c.get('event').id, 'guests')}?${new URLSearchParams({ find, ...query }).toString()}`

/** Says why a list of guests is empty. */
function noneOf(
  texts: Texts['guests'],
  asked: { search: string; filter: unknown; listed: object | undefined },
): string {
  if (asked.search) return texts.noneFound
  if (!asked.listed) return texts.tooMany
  return asked.filter ? texts.noneFiltered : texts.none
}

const AddGuest: FC<{ c: Ctx; form: FormState }> = ({ c, form }) => {
  const texts = c.get('texts')
  const { person } = texts
  return (
    <>
      <h2 id="add">{texts.guests.add}</h2>
      <FaultSummary texts={texts} form={form} labels={person} />
      <Form c={c} action={eventPath(c.get('event').id, 'guests')} class="card stack max-l">
        <div class="cols">
          <Field texts={texts} form={form} name="given_name" label={person.given_name} />
          <Field texts={texts} form={form} name="family_name" label={person.family_name} />
        </div>
        <div class="cols">
          <Field texts={texts} form={form} name="email_addresses" label={person.email_addresses} type="email" />
          <Field texts={texts} form={form} name="phone_numbers" label={person.phone_numbers} type="tel" />
        </div>
        <AnswerFields c={c} />
        <div class="line">
          <button class="btn main">{texts.guests.addButton}</button>
        </div>
      </Form>
    </>
  )
}
