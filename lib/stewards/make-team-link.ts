import { safeParse } from 'valibot'
import type { OsdiEvent } from '../events/event.js'
import type { Dated } from '../events/upcoming.js'
import { instantOf } from '../events/zoned.js'
import { readMoment } from '../fields/moment.js'
import { timeZoneOf } from '../fields/time-zone.js'
import { enteredEmail } from '../fields/values.js'
import { type Fault, invalid } from '../runtime/errors.js'
import { type Help, type TeamLink, LONGEST_LABEL } from './team-link.js'
import type { TeamLinkMail } from './team-link-email.js'
import type { App } from '../table/app.js'
import { mailStore } from '../mail/store/mail-store.js'
import { createTeamLink } from './store/team-link-store.js'

/** The context of making links: the app, and what the installation has. */
export interface Helping extends Pick<App, 'table' | 'now' | 'newId'> {
  /** The rights that a link may give here, in the order of the form: each is a page that its room brings. */
  help: readonly Help[]
  sendsMail: boolean
}

export interface AskedLink {
  rights: readonly string[]
  /** The time at which it ends, on the clock of the event. */
  until?: string | undefined
  label?: string | undefined
  /** The address to which the link is mailed. */
  email?: string | undefined
  by?: string | undefined
}

/**
 * Makes a link by which somebody helps with an event, and mails it where an address is given.
 * @returns the link, and its token: it is shown once, or is in the email alone
 * @throws OsdiError invalid, naming every fault
 */
export async function makeTeamLink(
  { table, now, newId, help, sendsMail }: Helping,
  event: OsdiEvent,
  asked: AskedLink,
): Promise<{ link: TeamLink; token: string | undefined }> {
  const { address, ...read } = readAsked(asked, event, now(), { help, sendsMail })
  const link = {
    ...read,
    id: newId(),
    event: event.id,
    ...(asked.by && { by: asked.by }),
    created_date: now().toISOString(),
  }
  const token = await createTeamLink(table, link, address !== undefined)
  if (address !== undefined)
    await mailStore(table).ask<TeamLinkMail>(newId(), { kind: 'team-link', event: event.id, link: link.id, address })
  return { link: { ...link, devices: {}, version: 1 }, token }
}

function readAsked(
  { rights, until: end = '', label = '', email = '' }: AskedLink,
  event: Dated,
  now: Date,
  { help, sendsMail }: { help: readonly Help[]; sendsMail: boolean },
): Pick<TeamLink, 'rights' | 'until' | 'label'> & { address?: string } {
  const all = help.map(({ right }) => right)
  const given = all.filter((right) => rights.includes(right))
  const areRightsWrong = given.length === 0 || rights.some((each) => !given.some((right) => right === each))
  const until = end.trim() ? readMoment(end.trim()) : undefined
  const instant = until && ('instant' in until ? until.instant : instantOf(until.wallClock, timeZoneOf(event)))
  const named = label.trim()
  const typed = email.trim()
  const address = safeParse(enteredEmail, typed)
  const faults = [
    areRightsWrong && fault('rights', 'invalid_rights', `rights must be some of ${all.join(', ')}`),
    end.trim() &&
      (instant === undefined || Date.parse(instant) <= now.getTime()) &&
      fault('until', 'invalid_until', 'until must be a time to come'),
    named.length > LONGEST_LABEL &&
      fault('label', 'invalid_label', `label must have at most ${LONGEST_LABEL} characters`),
    typed && !sendsMail && fault('email', 'no_mail', 'This installation sends no mail'),
    typed && !address.success && fault('email', 'invalid_email', 'email must be an email address'),
  ].filter((each) => typeof each === 'object')
  if (faults.length > 0) throw invalid(faults as [Fault])
  return {
    rights: given,
    ...(instant !== undefined && { until: new Date(instant).toISOString() }),
    ...(named && { label: named }),
    ...(typed && address.success && { address: address.output }),
  }
}

const fault = (property: string, error_code: string, description: string): Fault => ({
  error_code,
  description,
  properties: [property],
})
