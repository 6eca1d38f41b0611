import { recordFromBrowser } from '../../lib/domain/public/browser-attendance.js'
import { answersInForm } from '../../lib/domain/questions/answers.js'
import { repeatedInput } from '../../lib/http/body/form-body.js'
import { formEndpoint } from '../../lib/endpoint.js'
import { rsvpAnswer } from '../../lib/hal/attendances/rsvp.js'
import { termsFor } from '../../lib/hal/attendances/terms.js'
import { ok } from '../../lib/http/answer.js'
import { readRsvpForm } from '../../lib/input/read-rsvp-form.js'
import { missingEvent } from '../../lib/pages/missing.js'
import { answerPage, refusedPage } from '../../lib/pages/attendances/rsvp-answer-page.js'
import { attendanceDependencies } from '../../lib/service/attendances.js'
import { friends } from '../../lib/service/friends.js'
import { publicCatalog } from '../../lib/service/public.js'

/** The RSVP form of an event. The answer does not tell whether the person was known. */
export const endpoint = formEndpoint(
  { attendanceDependencies, friends, publicCatalog },
  async (
    { attendanceDependencies, friends, publicCatalog, site },
    { event, settings, inputs, inputsOf, wantsPage, headers },
  ) => {
    const answers = answersInForm(event.questions ?? [], inputsOf)
    const terms = termsFor(settings, event)
    const standing = await recordFromBrowser(
      event,
      { ...readRsvpForm(inputs), answers, friend: await friends.read(event.id, inputs['ref']) },
      terms,
      attendanceDependencies,
    )
    if (!wantsPage) return ok(rsvpAnswer(site, event, standing))
    return answerPage(site, await publicCatalog.findEvent(event.id), event, standing, { inputs, headers })
  },
  async ({ publicCatalog, site }, error, request) => {
    const { pathParameters, headers, form: inputs = {} } = request
    const found = await publicCatalog.findVisible(pathParameters?.['id'] ?? '')
    const valuesOf = (name: string) => repeatedInput(request, name)
    const answers = request.form && answersInForm(found?.event.questions ?? [], valuesOf)
    return found?.browser_rsvps
      ? refusedPage(site, found, error, { inputs, answers, headers })
      : missingEvent(site, request)
  },
)
