import type { Hono } from 'hono'
import { noteIn } from '../../attendances/manage/emails-of-helpers.manage.js'
import { listPage, refusalIn } from '../../attendances/manage/guests-page.manage.js'
import { viewerOf } from '../../attendances/manage/guest-search.manage.js'
import { queryOf } from '../../attendances/manage/guest-table.manage.js'
import { peopleOfGuests } from '../../attendances/store/people-of-guests.js'
import { isNativeId } from '../../fields/identifier.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { say } from '../../manage/page/flash.js'
import { NO_FAULTS, formIn } from '../../manage/page/form.js'
import { eventPath } from '../../manage/paths.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { decideRequests } from '../decide-requests.js'

const STATES = { approve: 'approved', decline: 'declined' } as const

/** Approves and declines requests, one or several at once, from the list of guests. */
export function requestsPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, table, attending } = dependencies

  app.post(eventPath(':event', 'guests/requests'), requires('change_guests'), async (c) => {
    const event = c.get('event')
    const { guests: texts, said } = c.get('texts')
    const { values, valuesOf } = await formIn(c)
    const seen = new Map(valuesOf('attendance').map(readSeen))
    const ids = [...seen.keys()]
    const { decision, view = '' } = values
    if ((decision !== 'approve' && decision !== 'decline') || !ids.every(isNativeId)) throw notFound()
    const state = STATES[decision]
    let note: string | undefined
    try {
      note = noteIn(c, values['note'])
    } catch (error) {
      if (!(error instanceof OsdiError)) throw error
      return listPage(c, dependencies, { values, faults: NO_FAULTS }, refusalIn(c, error))
    }
    const decided = await decideRequests(attending, event, ids, { state, ...(note && { note }) }, asSeen(seen))
    const changed = decided.filter((each) => each.changed)
    const refused = decided.filter(({ error }) => error)
    for (const {
      attendance: { person },
    } of changed)
      await logChange(c, dependencies, {
        action: `request_${state}`,
        subject: { id: event.id, title: event.title },
        detail: person,
      })
    const warning = async () => {
      const guests = refused.map(({ attendance }) => attendance)
      const persons = await peopleOfGuests(table, event.owner, guests, viewerOf(c))
      const names = guests.map(({ person }) => {
        const found = persons.get(person)
        return (found && nameOf(found)) || texts.erased
      })
      const reasons = new Set(refused.map(({ error }) => error?.faults[0]?.error_code ?? ''))
      const known = new Map(Object.entries(texts.refusals))
      const why = [...reasons].map((code) => known.get(code) ?? texts.refusals.event_full)
      return [...why, texts.notAnswered(names.join(', '))].join(' ')
    }
    if (ids.length === 0 || refused.length > 0)
      return listPage(
        c,
        dependencies,
        { values: {}, faults: NO_FAULTS },
        ids.length === 0 ? texts.noneChosen : await warning(),
      )
    const counted = state === 'approved' ? said.requestsApproved : said.requestsDeclined
    say(c, site, { said: counted(changed.length) })
    return c.redirect(eventPath(event.id, 'guests') + queryOf(new URLSearchParams(view)), 303)
  })
}

/** Reads an attendance as the page named it: its id, and the revision that was shown. */
const readSeen = (text: string): [id: string, revision: string | undefined] => {
  const [id = '', revision] = text.split(':')
  return [id, revision]
}

/** Refuses a request that has changed since the page was shown. @param seen the revision that the page had, by id */
const asSeen = (seen: Map<string, string | undefined>) => (id: string) => (now: { revision: number }) => {
  const revision = seen.get(id)
  if (revision === undefined || revision === String(now.revision)) return
  const fault = { error_code: 'request_changed', description: 'The request has changed', properties: ['attendance'] }
  throw new OsdiError('conflict', fault.description, [fault])
}
