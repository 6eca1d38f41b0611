import type { Context, Hono } from 'hono'
import { readArrival } from '../../attendances/arrival.js'
import type { Attendance } from '../../attendances/attendance.js'
import { type AttendanceChange, changeAttendance } from '../../attendances/change-attendance.js'
import { OsdiError } from '../../runtime/errors.js'
import { isNativeId } from '../../fields/identifier.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { OfferedAnswer } from '../../questions/asked-answers.js'
import { unlessTooMany } from '../../attendances/manage/guest-filter.manage.js'
import {
  ANSWER,
  AnswerChoice,
  answerClauses,
  answerIn,
  hasAnswered,
} from '../../questions/manage/answer-filter.manage.js'
import { addGuest } from '../../attendances/manage/add-guest.manage.js'
import { viewerOf } from '../../attendances/manage/guest-search.manage.js'
import { refusalIn } from '../../attendances/manage/guests-page.manage.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { formatNumber } from '../../manage/formats.js'
import { type FormState, NO_FAULTS, SearchBox, faultsOf, formIn, textsIn } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { Notice } from '../../manage/page/notice.js'
import { DOOR_SCRIPT, DOOR_WORKER_SCRIPT, QR_DECODER_SCRIPT, SCAN_SCRIPT, eventPath } from '../../manage/paths.js'
import {
  type DoorGuest,
  doorGuests,
  doorGuestsOfScript,
  findAtDoor,
  rowOf,
  sensitiveLines,
  wordsOf,
} from './door-guests.manage.js'
import { Answer, Lists, RowsOfScript, WalkIn, textsOfScript, walkInFields } from './door-views.manage.js'
import { findAttendance, listAttendances } from '../../attendances/store/read-attendances.js'

type Ctx = Context<ManageEnv>

/** Guests that a page lists without a search. The script has all of them. */
const MOST_LISTED = 300
const PER_PAGE = 100

/** The door of an event, for phones: one tap says that a party is there, another one takes it back. */
export function doorPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { attending } = dependencies
  const path = eventPath(':event', 'door')

  app.get(path, requires('check_in'), (c) => listPage(c, dependencies))
  doorGuestsOfScript(app, dependencies)

  // A person who comes without an RSVP is added and is there.
  app.post(path, requires('check_in'), async (c) => {
    const { values, valuesOf } = await formIn(c)
    const event = c.get('event')
    try {
      const { id } = await addGuest(c, attending, walkInFields(c), { values, valuesOf })
      await checkIn(c, dependencies, id, { attended: true })
      return c.redirect(`${eventPath(event.id, 'door')}?in=${id}`, 303)
    } catch (error) {
      if (error instanceof OsdiError && error.code === 'conflict')
        return listPage(c, dependencies, { values, faults: NO_FAULTS }, refusalIn(c, error))
      return listPage(c, dependencies, { values, faults: faultsOf(error) })
    }
  })

  app.post(`${path}/:attendance`, requires('check_in'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    const { find = '', people = '' } = values
    const id = c.req.param('attendance') ?? ''
    const attendance = await checkIn(c, dependencies, id, { arrival: readArrival(values) })
    if (c.req.header('accept') === 'application/json') {
      const [guest] = await guestsOf(c, dependencies, [attendance])
      return c.json(guest ? rowOf(guest) : [])
    }
    const query = new URLSearchParams({ in: id, people, ...(find && { find }) }).toString()
    return c.redirect(`${eventPath(c.get('event').id, 'door')}?${query}`, 303)
  })
}

/** Counts people of a party. Repeating it changes nothing, and several devices may do it. */
async function checkIn(
  c: Ctx,
  dependencies: ManageDependencies,
  id: string,
  change: Pick<AttendanceChange, 'attended' | 'arrival'>,
): Promise<Attendance> {
  const event = c.get('event')
  const attendance = await changeAttendance(dependencies.attending, event, id, change)
  await logChange(c, dependencies, {
    action: (change.arrival?.people ?? 1) > 0 ? 'guest_attended' : 'guest_not_attended',
    subject: { id: event.id, title: event.title },
    detail: attendance.person,
  })
  return attendance
}

const guestsOf = (c: Ctx, dependencies: ManageDependencies, found: Attendance[]): Promise<DoorGuest[]> =>
  doorGuests(c.get('event'), found, dependencies, {
    ...wordsOf(c),
  })

/** Reads the guests that a request asks for: one of a code, those of a search, or the newest. */
async function askedGuests(
  c: Ctx,
  dependencies: ManageDependencies,
  answer: OfferedAnswer | undefined,
): Promise<Attendance[]> {
  const event = c.get('event')
  const { find = '', guest = '' } = c.req.query()
  if (guest) return oneGuest(event.id, guest, dependencies)
  if (find.trim())
    return (await findAtDoor(event, find.trim(), viewerOf(c), dependencies)).filter((each) => hasAnswered(each, answer))
  const most = event.total_attendances <= MOST_LISTED ? MOST_LISTED : PER_PAGE
  const pages = Array.from({ length: Math.ceil(most / PER_PAGE) }, (_, i) =>
    unlessTooMany(
      listAttendances(dependencies.attending, event.id, { page: i + 1, per_page: PER_PAGE }, answerClauses(answer)),
    ),
  )
  return (await Promise.all(pages)).flatMap((page) => page?.members ?? [])
}

/** Reads a guest by the id in an address; none for a guest of another event. */
async function oneGuest(event: string, id: string, { attending }: Pick<ManageDependencies, 'attending'>) {
  try {
    return isNativeId(id) ? [await findAttendance(attending, event, id)] : []
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found') return []
    throw error
  }
}

async function listPage(
  c: Ctx,
  dependencies: ManageDependencies,
  form: FormState = { values: {}, faults: NO_FAULTS },
  warning?: string,
) {
  const event = c.get('event')
  const texts = c.get('texts')
  const { door: words } = texts
  const path = eventPath(event.id, 'door')
  const { find: search = '', guest: scanned = '', in: arrived = '', people = '' } = c.req.query()
  const shown = event.questions?.filter(({ sensitive }) => !sensitive)
  const answer = scanned ? undefined : answerIn(shown, c.req.query(ANSWER))
  const asked = askedGuests(c, dependencies, answer)
  const [found, guests, [answered]] = await Promise.all([
    asked,
    asked.then((attendances) => guestsOf(c, dependencies, attendances)),
    oneGuest(event.id, arrived, dependencies).then((one) => guestsOf(c, dependencies, one)),
  ])
  const { attended, attended_guests, accepted, guests: brought } = event.totals
  const number = (count: number) => formatNumber(c, count)
  const [first] = guests
  const sensitive = scanned && found[0] && !c.get('helper') ? sensitiveLines(event, found[0]) : []
  return eventPage(c, 'door', {
    crumb: { href: eventPath(event.id), text: event.title },
    status: warning ? 409 : form.faults.length > 0 ? 400 : 200,
    children: (
      <div
        class="door stack"
        id="door"
        data-path={path}
        data-worker={DOOR_WORKER_SCRIPT}
        data-scripts={SCRIPTS_OF_DOOR.join(' ')}
        data-texts={JSON.stringify(textsOfScript(texts))}
        data-total={event.total_attendances}
        data-lang={c.get('lang')}
      >
        <div class="line apart ends">
          <p role="status">
            <span class="count" data-here>
              {number(attended + attended_guests)}
            </span>{' '}
            <span class="quiet" data-expected>
              {words.ofPeople(number(accepted + brought))}
            </span>
          </p>
          <button type="button" class="btn ghost" data-sound aria-pressed="false" hidden>
            <Icon name="volume-2" />
            {words.sound}
          </button>
        </div>
        {warning && <Notice kind="bad">{warning}</Notice>}
        <div class="stick">
          <form method="get" role="search" class="line">
            <div class="grow">
              <SearchBox label={c.get('helper') ? texts.guests.name : texts.guests.find} value={search} />
            </div>
            <AnswerChoice c={c} chosen={answer} questions={shown} />
            <button class="btn" data-find>
              {texts.guests.search}
            </button>
            <Scanner c={c} path={path} />
          </form>
          <Answer c={c} guest={answered} people={/^\d{1,4}$/.test(people) ? Number(people) : 0} />
        </div>
        {(search || scanned || answer) && (
          <p>
            <a href={path} data-all>
              {words.all}
            </a>
          </p>
        )}
        <p class="quiet" role="status" data-none hidden={guests.length > 0}>
          {scanned ? words.foreignCode : search || answer ? texts.guests.noneFound : words.none}
        </p>
        {!search && !scanned && !answer && event.total_attendances > MOST_LISTED && (
          <p class="notice plain" data-newest>
            {words.newest(PER_PAGE)}
          </p>
        )}
        <p class="notice warn" role="status" data-waiting hidden></p>
        <p class="notice warn" role="status" data-offline hidden>
          {words.offline}
        </p>
        {scanned && first && first.status !== 'accepted' && first.there === 0 && (
          <Notice kind="warn">{words.letIn(first.name, texts.guests.statuses[first.status])}</Notice>
        )}
        {sensitive.map((line) => (
          <p class="notice plain">{line}</p>
        ))}
        <div class="stack g5" id="door-lists" data-asked={scanned || search ? 'some' : undefined}>
          <Lists c={c} guests={guests} search={search} scanned={scanned !== ''} />
        </div>
        <RowsOfScript c={c} />
        <WalkIn c={c} form={form} />
        <p class="small quiet" data-kept></p>
        <p class="small quiet">{words.scanHow}</p>
        <script src={DOOR_SCRIPT} defer></script>
        <script src={SCAN_SCRIPT} defer></script>
      </div>
    ),
  })
}

/** The scripts that the device keeps beside the page. */
const SCRIPTS_OF_DOOR = [DOOR_SCRIPT, SCAN_SCRIPT, QR_DECODER_SCRIPT]

const Scanner = ({ c, path }: { c: Ctx; path: string }) => {
  const { door: texts } = c.get('texts')
  return (
    <div class="scan" data-scan={path} data-decoder={QR_DECODER_SCRIPT} data-foreign={texts.foreignCode} hidden>
      <button type="button" class="btn">
        <Icon name="scan-line" />
        <span class="vh">{texts.scan}</span>
      </button>
      <video muted playsinline hidden></video>
      <p role="status"></p>
    </div>
  )
}
