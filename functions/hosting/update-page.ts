import { inUsualZone } from '../../lib/locations/usual-zone.js'
import { OsdiError, invalid, notFound } from '../../lib/runtime/errors.js'
import { mayDo } from '../../lib/access/permissions.js'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { readArrival } from '../../lib/attendances/arrival.js'
import { changeAttendance } from '../../lib/attendances/change-attendance.js'
import { changeHosted } from '../../lib/hosting/change-hosted.js'
import { isDeclined } from '../../lib/hosting/review.js'
import { opensTools } from '../../lib/hosting/host-link.js'
import { isHostingOpen } from '../../lib/hosting/hosting-campaign.js'
import { publishHosted } from '../../lib/hosting/publish-hosted.js'
import { writeToGuests } from '../../lib/hosting/write-to-guests.js'
import { isNativeId, withIdsFrom } from '../../lib/fields/identifier.js'
import type { LogEntry } from '../../lib/access/log-entry.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { pageEndpoint, table } from '../../lib/app/endpoint.js'
import { hostLink } from '../../lib/hosting/host-links.js'
import { type Answer, seeOther } from '../../lib/http/answer.js'
import { readFormBody } from '../../lib/http/body/form-body.js'
import { publicRequest } from '../../lib/http/request.js'
import { readHostEdit, readHostForm } from '../../lib/hosting/read-host-form.js'
import { messageHtml, withoutBraces } from '../../lib/hosting/message-html.js'
import {
  type Tools,
  editPage,
  inputsOf,
  isOffered,
  shownLocation,
  writePage,
} from '../../lib/hosting/pages/host-tools-page.pages.js'
import { closedPage } from '../../lib/hosting/pages/publish-page.pages.js'
import { refusedHost } from '../../lib/hosting/pages/refused-host.pages.js'
import { principalOf, settingsOf } from '../../lib/app/access.js'
import { attending } from '../../lib/app/attendances.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { findCampaign } from '../../lib/app/campaigns.js'
import { readLine } from '../../lib/app/locations.js'
import { hostRefusals, publishing, writingDependencies } from '../../lib/app/hosting.js'
import { type Opened, openHostLink } from './context.js'
import { isLookedAt } from '../../lib/events/looked-at.js'
import { faultsOfLinks } from '../../lib/mail/strangers-text.js'
import { isTrustedHost } from '../../lib/hosting/store/hosting-store.js'
import { appendToLog } from '../../lib/access/store/log-store.js'
import { admits } from '../../lib/people/refusals.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { findPeople } from '../../lib/people/store/find-people.js'

const parts = {
  attending,
  eventDependencies,
  findCampaign,
  hostRefusals,
  principalOf,
  publishing,
  readLine,
  settingsOf,
  table,
  writingDependencies,
}

type Given = { [Name in keyof typeof parts]: ReturnType<(typeof parts)[Name]> } & { site: Tools['site'] }
type Form = Record<string, string>

/** Publishes the event of a link, and does what its host asks for by the tools. */
export const endpoint = pageEndpoint(parts, refusedHost, async (given, request) => {
  const token = publicRequest(request).parameter('host')
  const form = request.body ? readFormBody(request) : {}
  const opened = await openHostLink(token, request, given)
  const { href } = hostLink(given.site, token)
  if (opened.request || form['action'] === 'publish') return publish(given, opened, href)
  const { event, campaign, locale } = opened
  const tools: Tools = { site: given.site, token, event, campaign, locale }
  switch (form['action']) {
    case 'edit':
      return edit(given, opened, tools, form)
    case 'write':
      return write(given, tools, form)
    case 'check_in':
      return checkIn(given, tools, form)
    case 'cancel':
      requireTool('change_events')
      await cancelEvent(event.owner, event.id, given.eventDependencies)
      await logOf(given, event, 'event_cancelled')
      return seeOther(href)
    default:
      throw unknownAction()
  }
})

/** A host has the permissions of its role, and its link binds it to one event. */
function requireTool(permission: Parameters<typeof mayDo>[1]): void {
  if (!mayDo('host', permission)) throw new OsdiError('forbidden', 'The role does not allow this')
}

async function publish(
  given: Given,
  { request, campaign, locale, country, zone, refuses }: Opened,
  href: string,
): Promise<Answer> {
  // It was published by a request before, or by one at the same time.
  if (!request) return seeOther(href)
  if (!isHostingOpen(campaign)) return closedPage(locale, 'hosting_off')
  const { site, principalOf, publishing, hostRefusals, readLine } = given
  const originSystem = site.defaultOriginSystem ?? 'Turnout'
  try {
    const principal = await principalOf(campaign.owner)
    const draft = readHostForm(request.inputs, { campaign, country, readLine, originSystem, now: new Date() })
    // A person who was blocked after the form gets the answer of a link that comes too late.
    if (refuses && !(await admits(hostRefusals.refusals, campaign.owner, draft.person)))
      return closedPage(locale, 'hosting_off')
    const event = await withIdsFrom(`host ${request.id}`, () =>
      publishHosted(
        { ...publishing, geocode: inUsualZone(publishing.geocode, zone) },
        request,
        draft,
        campaign,
        principal,
      ),
    )
    await logOf(given, event, 'event_created')
    return seeOther(href)
  } catch (error) {
    if (error instanceof OsdiError && (error.code === 'invalid' || error.code === 'conflict'))
      return closedPage(locale, error.faults[0]?.error_code ?? 'outside_days')
    throw error
  }
}

async function edit(given: Given, { campaign, country, zone }: Opened, tools: Tools, form: Form): Promise<Answer> {
  requireTool('change_events')
  const { event, locale, site, token } = tools
  const { table, readLine } = given
  const eventDependencies = {
    ...given.eventDependencies,
    geocode: inUsualZone(given.eventDependencies.geocode, zone),
  }
  const originSystem = event.origin_system
  const isTrusted = await isTrustedHost(table, campaign.id, event.creator)
  const shown = { ...tools, isTrusted }
  try {
    const change = readHostEdit(form, {
      campaign,
      country,
      readLine,
      originSystem,
      now: new Date(),
      known: shownLocation(event),
    })
    const after = await changeHosted(event, change, isTrusted, eventDependencies, (current) => {
      requireLink(event, current as OsdiEvent)
      if (String(current.revision) !== form['revision'])
        throw new OsdiError('precondition_failed', 'The event has changed since the form was opened')
    })
    await logOf(given, after, 'event_changed')
    const done = isDeclined(event) ? 'again' : after.review?.change ? 'waits' : 'saved'
    return seeOther(`${hostLink(site, token).href}?done=${done}`)
  } catch (error) {
    if (!(error instanceof OsdiError)) throw error
    if (error.code === 'precondition_failed') {
      const current = (await loadEvent(given.table, event.id)) ?? event
      const inputs = { ...form, revision: String(current.revision) }
      return editPage(shown, { inputs, faults: [] }, 409, locale.hosting.changed_meanwhile)
    }
    if (error.code !== 'invalid') throw error
    const faults = error.faults.map(({ properties, ...fault }) => ({
      ...fault,
      properties: properties.map((name) => (name === 'end_date' ? 'end' : name)),
    }))
    return editPage(shown, { inputs: { ...inputsOf(event), ...form }, faults }, 400)
  }
}

/** The link may have been revoked since it was read. */
function requireLink(before: OsdiEvent, current: OsdiEvent): void {
  if (!before.host_link || !opensTools(current, { event: before.id, ...before.host_link })) throw notFound()
}

async function write(given: Given, tools: Tools, form: Form): Promise<Answer> {
  requireTool('see_guests')
  const { event, campaign, site, token, locale } = tools
  const { subject = '', message = '', draft = '' } = form
  if (!isOffered(event, 'write') || event.totals.accepted === 0) return writePage(tools, NOTHING, 409)
  if (!given.writingDependencies) return writePage(tools, NOTHING, 409, locale.hosting.no_mail)
  const writing = given.writingDependencies
  const isSeen = isLookedAt(event) || (await isTrustedHost(given.table, campaign.id, event.creator))
  const host = (await findPeople(given.table, event.owner, [event.creator])).get(event.creator)
  const id = isNativeId(draft) ? draft : given.eventDependencies.newId()
  try {
    const sent = { subject: withoutBraces(subject.trim()), html: messageHtml(message) }
    const links = isSeen ? [] : faultsOfLinks({ subject: sent.subject, message: `${message}\n${sent.html}` })
    if (links.length > 0) return writePage(tools, { inputs: { subject, message, draft }, faults: links }, 400)
    await withIdsFrom(`message of host ${event.id} ${id}`, () =>
      writeToGuests(
        event,
        sent,
        { id, replyTo: host?.email_addresses[0]?.address, isOfStranger: !isSeen, now: new Date() },
        writing,
      ),
    )
    await logOf(given, event, 'message_sent')
    return seeOther(`${hostLink(site, token).href}?done=sent`)
  } catch (error) {
    if (!(error instanceof OsdiError)) throw error
    const typed = { inputs: { subject, message, draft } }
    if (error.code === 'too_many_requests')
      return writePage(tools, { ...typed, faults: [] }, 429, locale.hosting.too_many_messages)
    if (error.code !== 'invalid') throw error
    const faults = error.faults.map(({ properties, ...fault }) => ({
      ...fault,
      properties: properties.map((name) => (name === 'html' ? 'message' : name)),
    }))
    return writePage(tools, { ...typed, faults }, 400)
  }
}

const NOTHING = { inputs: {}, faults: [] }

async function checkIn(given: Given, { event, site, token }: Tools, form: Form): Promise<Answer> {
  requireTool('change_guests')
  const { guest = '', attended, people, find = '' } = form
  if (!isNativeId(guest)) throw notFound()
  // A form that was opened before parties came in part says whether the whole party is there.
  const arrival = people === undefined ? undefined : readArrival(form)
  const isThere = arrival ? arrival.people > 0 : attended === 'yes'
  const change = arrival ? { arrival } : { attended: isThere }
  const { person } = await changeAttendance(given.attending, event, guest, change)
  await logOf(given, event, isThere ? 'guest_attended' : 'guest_not_attended', person)
  const query = new URLSearchParams({ page: 'door', ...(find && { find }) }).toString()
  return seeOther(`${hostLink(site, token).href}?${query}#${guest}`)
}

/** Logs what a host has done, under its own person. */
const logOf = (
  { table, eventDependencies }: Given,
  { id, owner, title, creator }: OsdiEvent,
  action: LogEntry['action'],
  detail?: string,
): Promise<void> =>
  appendToLog(table, {
    id: eventDependencies.newId(),
    owner,
    person: creator,
    created_date: new Date().toISOString(),
    action,
    subject: { id, title },
    ...(detail !== undefined && { detail }),
  })

const unknownAction = () =>
  invalid([
    {
      error_code: 'unknown_action',
      description: 'action must be one of publish, edit, write, check_in, cancel',
      properties: ['action'],
    },
  ])
