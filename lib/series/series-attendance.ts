import { type Attendance, statusOf } from '../attendances/attendance.js'
import { OsdiError } from '../runtime/errors.js'
import type { EventForBrowsers } from '../events/event.js'
import { originPolicy } from '../events/origin.js'
import { derivedId } from '../fields/identifier.js'
import type { RsvpMailRequest } from '../mail/mail-request.js'
import { type Visited, type VisitorRsvp, recordVisitor } from '../visitors/browser-attendance.js'
import type { FormTerms } from '../visitors/consent.js'
import { mailStore } from '../mail/store/mail-store.js'
import type { App } from '../table/app.js'

/** The outcome of one date of a form of a series. */
export interface DateOutcome {
  id: string
  status: 'accepted' | 'tentative' | 'refused'
  /** True for an event whose organizer approves each RSVP. */
  standing?: 'requested'
  error_code?: string
}

/**
 * Records an RSVP to each of some dates of a series, as the form of each would. A date that is full does not keep the
 * person from the others. One email confirms all of them.
 * @param dates in the order of their starts
 * @throws OsdiError the refusal of the form itself, where no date came and one refused the input: nothing is written
 */
export async function recordForDates(
  visited: Visited,
  dates: EventForBrowsers[],
  rsvpFor: (event: EventForBrowsers) => VisitorRsvp,
  termsOf: (event: EventForBrowsers) => FormTerms,
): Promise<DateOutcome[]> {
  const outcomes: DateOutcome[] = []
  const coming: Attendance[] = []
  let invalid: OsdiError | undefined
  for (const event of dates) {
    try {
      const { standing, attendance } = await recordVisitor(
        visited,
        event,
        { ...rsvpFor(event), autoresponse: 'series' },
        termsOf(event),
      )
      outcomes.push({
        id: event.id,
        status: standing === 'place' ? 'accepted' : 'tentative',
        ...(standing === 'requested' && { standing }),
      })
      if (attendance && originPolicy(event).autoresponse && statusOf(attendance) === 'accepted') coming.push(attendance)
    } catch (error) {
      if (!(error instanceof OsdiError) || !REFUSALS.has(error.code)) throw error
      if (error.code === 'invalid') invalid ??= error
      outcomes.push({ id: event.id, status: 'refused', error_code: codeOf(error) })
    }
  }
  if (invalid && outcomes.every(({ status }) => status === 'refused')) throw invalid
  await confirm(visited.table, coming)
  return outcomes
}

const REFUSALS = new Set(['conflict', 'invalid'])

const codeOf = ({ code, faults: [fault] }: OsdiError) => fault?.error_code ?? code

/** The same form, sent again, asks for the same email, which is sent once. */
async function confirm(table: App['table'], coming: Attendance[]): Promise<void> {
  const [first, ...others] = coming
  if (!first) return
  const causes = coming.map(({ id, created_date }) => `${id} ${created_date}`)
  await mailStore(table).ask<RsvpMailRequest>(derivedId('confirmation of dates', ...causes), {
    kind: 'confirmation',
    event: first.event,
    person: first.person,
    from_form: true,
    dates: others.map(({ event }) => event),
  })
}
