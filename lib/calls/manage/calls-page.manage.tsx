import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { attendanceId, otherPartyIn } from '../../attendances/attendance.js'
import { changeAttendance } from '../../attendances/change-attendance.js'
import { confirm } from '../../attendances/self-service.js'
import {
  CALLS_PAGE,
  CALL_MS,
  CALL_RESULTS,
  type Call,
  type CallResult,
  type HandedOut,
  calledByOther,
  dialling,
  isBeingCalled,
  readResult,
} from '../call.js'
import { OsdiError, invalid } from '../../runtime/errors.js'
import { isNativeId } from '../../fields/identifier.js'
import { clausesOf, unlessTooMany } from '../../attendances/manage/guest-filter.manage.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { nextCall, findCalls, recordCallResult } from '../store/call-store.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { textsIn } from '../../manage/page/form.js'
import { Notice } from '../../manage/page/notice.js'
import { Time } from '../../manage/page/time.js'
import { PageLinks } from '../../manage/page/page-links.js'
import { Form } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { pageIn } from '../../manage/request-params.js'
import { findPeople } from '../../people/store/find-people.js'
import { listAttendances } from '../../attendances/store/read-attendances.js'

type Ctx = Context<ManageEnv>

/** People of one sheet of paper. */
const ON_PAPER = 25

/** The call list of an event: several callers share the people who have not confirmed. */
export function callsPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { table } = dependencies
  const path = eventPath(':event', CALLS_PAGE)

  app.get(path, requires('change_guests'), (c) => listPage(c, dependencies, {}))

  app.post(path, requires('change_guests'), async (c) => {
    const { action, attendance = '', result } = textsIn(await c.req.parseBody())
    if (action === 'next') {
      const found = await nextCall(table, c.get('event').id, c.get('owner').person, new Date())
      return listPage(c, dependencies, found ? { found: [found] } : { isDone: true })
    }
    if (action !== 'result') throw unknownAction()
    if (!isNativeId(attendance)) throw unknownAction()
    const refused = await noteResult(c, dependencies, attendance, readResult(result))
    return refused ? listPage(c, dependencies, { refused }) : c.redirect(eventPath(c.get('event').id, CALLS_PAGE), 303)
  })

  // Handing out changes who is called: it takes a button, and a link that a browser fetches ahead does nothing.
  app.get(`${path}/print`, requires('change_guests'), (c) => c.redirect(eventPath(c.get('event').id, CALLS_PAGE), 303))

  app.post(`${path}/print`, requires('change_guests'), async (c) => {
    const found: HandedOut[] = []
    while (found.length < ON_PAPER) {
      const next = await nextCall(table, c.get('event').id, c.get('owner').person, new Date())
      if (!next) break
      found.push(next)
    }
    return listPage(c, dependencies, found.length > 0 ? { found, isPaper: true } : { isDone: true })
  })
}

const unknownAction = () =>
  invalid([{ error_code: 'unknown_action', description: 'action must be next or result', properties: ['action'] }])

/** Does what a person has said, and notes the call. @returns why it could not be done */
async function noteResult(
  c: Ctx,
  dependencies: ManageDependencies,
  attendance: string,
  result: CallResult,
): Promise<OsdiError | undefined> {
  const event = c.get('event')
  const person = otherPartyIn(attendance, event.id)
  const { table, attending } = dependencies
  const call = { event: event.id, person, called_by: c.get('owner').person }
  const known = (await findCalls(table, event.id, [person])).get(person)
  if (known?.called_by !== call.called_by) return calledByOther()
  try {
    if (result === 'coming') await confirm(attending, event, attendance)
    if (result === 'not_coming') await changeAttendance(attending, event, attendance, { status: 'declined' })
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'conflict') return error
    throw error
  }
  if (!(await recordCallResult(table, call, result, new Date()))) return calledByOther()
  await logChange(c, dependencies, {
    action: 'guest_called',
    subject: { id: event.id, title: event.title },
    detail: person,
  })
  return undefined
}

interface Said {
  /** The people whom this caller has just got. */
  found?: HandedOut[]
  isPaper?: boolean
  isDone?: boolean
  refused?: OsdiError
}

async function listPage(c: Ctx, dependencies: ManageDependencies, said: Said) {
  const { attending, table } = dependencies
  const event = c.get('event')
  const { calls: texts } = c.get('texts')
  const listed = await unlessTooMany(listAttendances(attending, event.id, pageIn(c), clausesOf('unconfirmed')))
  const ids = (listed?.members ?? []).map(({ person }) => person)
  const [persons, called] = await Promise.all([findPeople(table, event.owner, ids), findCalls(table, event.id, ids)])
  const callers = await findPeople(
    table,
    event.owner,
    [...called.values()].map(({ called_by }) => called_by),
  )
  const now = new Date()
  return eventPage(c, 'calls', {
    status: said.refused ? 409 : 200,
    children: (
      <>
        {said.refused && (
          <Notice kind="bad">
            {said.refused.faults[0]?.error_code === 'called_by_other' ? texts.byOther : texts.refused}
          </Notice>
        )}
        {said.isDone && <Notice kind="plain">{texts.done}</Notice>}
        {said.isPaper ? (
          <Paper c={c} found={said.found ?? []} />
        ) : (
          said.found?.map((each) => <Calling c={c} {...each} />)
        )}
        <div class="line">
          <Form c={c} action={eventPath(event.id, CALLS_PAGE)}>
            <button class={said.found ? 'btn' : 'btn main'} name="action" value="next">
              {texts.next}
            </button>
          </Form>
          <Form c={c} action={eventPath(event.id, 'calls/print')}>
            <button class="btn">{texts.print}</button>
          </Form>
        </div>
        <p class="quiet">{texts.explain}</p>
        <h2>{texts.unconfirmed}</h2>
        {!listed && <p>{c.get('texts').guests.tooMany}</p>}
        {listed?.members.length === 0 && <p>{texts.none}</p>}
        {listed && listed.members.length > 0 && (
          <>
            <ul class="rows card flush">
              {listed.members.map(({ person }) => {
                const call = called.get(person)
                const caller = call && callers.get(call.called_by)
                const isOwn = call?.called_by === c.get('owner').person && call.result === undefined
                return (
                  <li class="line">
                    <span>{nameIn(c, persons.get(person))}</span>{' '}
                    {persons.get(person)?.phone_numbers.length === 0 ? (
                      <span class="quiet">{texts.noPhone}</span>
                    ) : (
                      <CallState c={c} call={call} caller={caller && nameOf(caller)} now={now} />
                    )}
                    {isOwn && <Results c={c} person={person} />}
                  </li>
                )
              })}
            </ul>
            <PageLinks c={c} found={listed} path={eventPath(event.id, CALLS_PAGE)} query={{}} />
          </>
        )}
      </>
    ),
  })
}

/** The name alone: the number is for the caller whom the person is handed out to. */
const nameIn = (c: Ctx, person: Parameters<typeof nameOf>[0] | undefined) =>
  [person?.given_name, person?.family_name].filter(Boolean).join(' ') || c.get('texts').calls.unnamed

/** The person whom a caller has, with the number and a button for each result. */
const Calling: FC<{ c: Ctx } & HandedOut> = ({ c, attendance, person }) => {
  const { calls: texts } = c.get('texts')
  const event = c.get('event')
  const [phone] = person.phone_numbers
  return (
    <section class="card stack">
      <h2>{nameIn(c, person)}</h2>
      {phone && (
        <p>
          <a class="btn main" href={dialling(phone.number)}>
            +{phone.number}
          </a>{' '}
          {phone.typed && <span class="quiet">{phone.typed}</span>}
        </p>
      )}
      <p class="quiet">{texts.ask(event.title)}</p>
      <Results c={c} person={attendance.person} />
    </section>
  )
}

/** A button for each result of a call. */
const Results: FC<{ c: Ctx; person: string }> = ({ c, person }) => {
  const event = c.get('event')
  return (
    <Form c={c} action={eventPath(event.id, CALLS_PAGE)} class="line">
      <input type="hidden" name="action" value="result" />
      <input type="hidden" name="attendance" value={attendanceId(event.id, person)} />
      {CALL_RESULTS.map((result) => (
        <button class="btn" name="result" value={result}>
          {c.get('texts').calls.results[result]}
        </button>
      ))}
    </Form>
  )
}

/** The caller of a person, or the result of the last call and the time of the next try. */
const CallState: FC<{ c: Ctx; call: Call | undefined; caller: string | undefined; now: Date }> = ({
  c,
  call,
  caller = '',
  now,
}) => {
  const { calls: texts } = c.get('texts')
  if (!call) return <span class="quiet">{texts.notCalled}</span>
  if (isBeingCalled(call, now)) return <span class="badge">{texts.calledBy(caller)}</span>
  if (call.result === undefined) return <span class="quiet">{texts.noResult}</span>
  if (call.result !== 'no_answer') return <span class="quiet">{texts.results[call.result]}</span>
  return (
    <span class="quiet">
      {texts.results.no_answer}, {texts.tries(call.tries ?? 1)}, {texts.nextTry}{' '}
      <Time c={c} at={new Date(Date.parse(call.called_date) + CALL_MS).toISOString()} />
    </span>
  )
}

/** A sheet with the people of one caller, and a box for each result. */
const Paper: FC<{ c: Ctx; found: HandedOut[] }> = ({ c, found }) => {
  const { calls: texts } = c.get('texts')
  return (
    <section class="card stack call-sheet">
      <h2>{texts.paper}</h2>
      <p class="quiet">{c.get('event').title}</p>
      <ol>
        {found.map(({ person }) => (
          <li>
            <strong>{nameIn(c, person)}</strong>{' '}
            {person.phone_numbers.map(({ number }) => (
              <a href={dialling(number)}>+{number}</a>
            ))}{' '}
            <span class="quiet">{CALL_RESULTS.map((result) => `☐ ${texts.results[result]}`).join('  ')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
