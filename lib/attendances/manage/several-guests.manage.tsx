import type { Context, Hono } from 'hono'
import { isNativeId } from '../../fields/identifier.js'
import { MAX_PER_PAGE } from '../../fields/page.js'
import { logChange } from '../../manage/access/log-change.js'
import { requires } from '../../manage/access/guards.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { say } from '../../manage/page/flash.js'
import { NO_FAULTS, Select, formIn } from '../../manage/page/form.js'
import { Form, page } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { tagPerson } from '../../tags/record-tag.js'
import { listTags } from '../../tags/store/tag-store.js'
import { type Attendance, isRequested } from '../attendance.js'
import { changeAttendance } from '../change-attendance.js'
import { findAttendance } from '../store/read-attendances.js'
import { mayTag } from './choose-guests.manage.js'
import { emailsOf, noteIn } from './emails-of-helpers.manage.js'
import { listPage, refusalIn } from './guests-page.manage.js'
import { queryOf } from './guest-table.manage.js'

type Ctx = Context<ManageEnv>

/** Tags that are offered: the newest. */
const OFFERED = { page: 1, per_page: 100 }

/** Cancels and tags several guests of a list at once. Repeating it changes nothing. */
export function severalGuests(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { attending, site, table } = dependencies
  const path = eventPath(':event', 'guests/several')

  app.post(path, requires('change_guests'), async (c) => {
    const event = c.get('event')
    const { guests: texts, said } = c.get('texts')
    const { values, valuesOf } = await formIn(c)
    const { action = '', view = '', tag } = values
    const ids = [...new Set(valuesOf('attendance'))]
    if (!ids.every(isNativeId) || ids.length > MAX_PER_PAGE) throw notFound()
    const refused = (text: string) => listPage(c, dependencies, { values: {}, faults: NO_FAULTS }, text)
    if (ids.length === 0) return refused(texts.noneChosen)
    const found = await Promise.all(ids.map((id) => findAttendance(attending, event.id, id)))
    const back = () => c.redirect(eventPath(event.id, 'guests') + queryOf(new URLSearchParams(view)), 303)
    if (action === 'tag' && mayTag(c)) {
      if (tag === undefined) return tagPage(c, found, view, await listTags(table, event.owner, OFFERED))
      for (const { person } of found) {
        const unknown = await tagPerson(dependencies, event.owner, person, [tag], [])
        if (unknown.length > 0) throw notFound()
        await logChange(c, dependencies, { action: 'person_tagged', subject: { id: person }, detail: tag })
      }
      say(c, site, { said: said.guestsTagged(found.length, formatNumber(c, found.length), tag) })
      return back()
    }
    if (action !== 'cancel' && action !== 'tell') throw notFound()
    let note: string | undefined
    try {
      note = action === 'tell' ? noteIn(c, values['note']) : undefined
    } catch (error) {
      if (!(error instanceof OsdiError)) throw error
      return refused(refusalIn(c, error))
    }
    // A form that is sent twice emails nobody again.
    const coming = found.filter((guest) => guest.status !== 'declined' && !isRequested(guest))
    for (const { id, person } of coming) {
      const tells = action === 'tell' ? { tells: { ...(note && { note }) } } : {}
      await changeAttendance(attending, event, id, { status: 'declined', ...tells, ...emailsOf(c) })
      await logChange(c, dependencies, {
        action: action === 'tell' ? 'guest_told' : 'guest_cancelled',
        subject: { id: event.id, title: event.title },
        detail: person,
      })
    }
    const text = action === 'tell' ? said.guestsTold : said.guestsCanceled
    say(c, site, { said: text(coming.length, formatNumber(c, coming.length)) })
    return back()
  })
}

/** Asks which tag the chosen people get. */
function tagPage(c: Ctx, chosen: Attendance[], view: string, { members }: Awaited<ReturnType<typeof listTags>>) {
  const { guests: texts, people, tags } = c.get('texts')
  const { id, title } = c.get('event')
  const back = eventPath(id, 'guests')
  return page(c, {
    title: texts.tagSeveral(chosen.length, formatNumber(c, chosen.length)),
    section: 'actions',
    crumb: { href: back, text: title },
    children:
      members.length === 0 ? (
        <p class="card">{tags.none}</p>
      ) : (
        <Form c={c} action={eventPath(id, 'guests/several')} class="card stack max-l">
          <input type="hidden" name="action" value="tag" />
          <input type="hidden" name="view" value={view} />
          {chosen.map(({ id: attendance }) => (
            <input type="hidden" name="attendance" value={attendance} />
          ))}
          <Select
            form={{ values: {}, faults: NO_FAULTS }}
            name="tag"
            label={people.tagLabel}
            hint={texts.tagToWrite}
            options={Object.fromEntries(members.map(({ name }) => [name, name]))}
          />
          <p class="line">
            <button class="btn main">{people.tag}</button>
            <a class="btn ghost" href={back}>
              {c.get('texts').people.keep}
            </a>
          </p>
        </Form>
      ),
  })
}
