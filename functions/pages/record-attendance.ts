import { confirmingIf, recordFromBrowser } from '../../lib/visitors/browser-attendance.js'
import { answersInForm } from '../../lib/questions/answers.js'
import { repeatedInput } from '../../lib/http/body/form-body.js'
import { formEndpoint } from '../../lib/app/visitor-endpoints.js'
import { rsvpAnswer, termsFor } from '../../lib/visitors/documents/rsvp.js'
import { ok } from '../../lib/http/answer.js'
import { readRsvpForm } from '../../lib/visitors/read-rsvp-form.js'
import { missingEvent } from '../../lib/pages/missing.js'
import { answerPage, refusedPage } from '../../lib/attendances/pages/rsvp-answer-page.pages.js'
import { refusingIf } from '../../lib/attendances/record-attendance.js'
import { visited } from '../../lib/app/visitors.js'
import { publicPage } from '../../lib/events/documents/browser-url.js'
import { friends } from '../../lib/app/friends.js'
import { publicCatalog } from '../../lib/app/catalog.js'

/** The RSVP form of an event. The answer does not tell whether the person was known. */
export const endpoint = formEndpoint(
  { visited, friends, publicCatalog },
  async ({ visited, friends, publicCatalog, site }, { event, settings, inputs, inputsOf, wantsPage, headers }) => {
    const answers = answersInForm(event.questions ?? [], inputsOf)
    const terms = termsFor(settings, event)
    const standing = await recordFromBrowser(
      confirmingIf(settings, refusingIf(settings, visited)),
      event,
      {
        ...readRsvpForm(inputs, publicPage(site, event).href),
        answers,
        friend: await friends.read(event.id, inputs['ref']),
      },
      terms,
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
