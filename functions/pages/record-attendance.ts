import { recordFromBrowser } from '../../lib/domain/browser-attendance.js'
import { sentByForms } from '../../lib/endpoint.js'
import { rsvpAnswer } from '../../lib/hal/rsvp.js'
import { termsFor } from '../../lib/hal/terms.js'
import { ok } from '../../lib/http/answer.js'
import { readRsvpForm } from '../../lib/input/read-rsvp-form.js'
import { attendanceDependencies } from '../../lib/service.js'

/** The RSVP form of an event. The answer does not tell whether the person was known. */
export const endpoint = sentByForms(
  { attendanceDependencies },
  async ({ attendanceDependencies }, { event, settings, inputs }) => {
    await recordFromBrowser(event, readRsvpForm(inputs), termsFor(settings), attendanceDependencies)
    return ok(rsvpAnswer(event))
  },
)
