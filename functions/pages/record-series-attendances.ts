import { confirmingIf } from '../../lib/visitors/browser-attendance.js'
import { publicPage } from '../../lib/events/documents/browser-url.js'
import { type Answer, ok } from '../../lib/http/answer.js'
import { type DateOutcome, recordForDates } from '../../lib/series/series-attendance.js'
import { answersInForm } from '../../lib/questions/answers.js'
import { seriesFormEndpoint } from '../../lib/app/visitor-endpoints.js'
import { termsFor } from '../../lib/visitors/documents/rsvp.js'
import { repeatedInput } from '../../lib/http/body/form-body.js'
import { readRsvpForm } from '../../lib/visitors/read-rsvp-form.js'
import { missingEvent } from '../../lib/pages/missing.js'
import { type Site, native } from '../../lib/runtime/site.js'
import { questionsOfDates, refusedSeriesPage, seriesAnswerPage } from '../../lib/series/series-page.pages.js'
import { publicCatalog } from '../../lib/app/catalog.js'
import { refusingIf } from '../../lib/attendances/record-attendance.js'
import { visited } from '../../lib/app/visitors.js'

/** Refuses a form if every date was refused, and names the outcome of each. */
function datesAnswer(site: Site, outcomes: DateOutcome[]): Answer {
  const hasAny = outcomes.some(({ status }) => status !== 'refused')
  const events = outcomes.map(({ standing, ...outcome }) => ({
    ...outcome,
    ...(standing && { [native(site, 'standing')]: standing }),
  }))
  const { headers, ...answer } = ok({ events })
  return {
    ...answer,
    statusCode: hasAny ? 200 : 409,
    headers: { ...headers, 'content-type': 'application/json' },
  }
}

/** The form of a series: an RSVP to each date that was ticked. */
export const endpoint = seriesFormEndpoint(
  { visited, publicCatalog },
  async (given, { id, dates = [], settings, inputs, inputsOf, wantsPage, headers }) => {
    const { visited, publicCatalog, site } = given
    const rsvpFor = (event: (typeof dates)[number]) => ({
      ...readRsvpForm(inputs, publicPage(site, event).href),
      answers: answersInForm(event.questions ?? [], inputsOf),
    })
    const termsOf = (event: (typeof dates)[number]) => termsFor(settings, event)
    const events = await recordForDates(confirmingIf(settings, refusingIf(settings, visited)), dates, rsvpFor, termsOf)
    const content = wantsPage ? await publicCatalog.findSeries(id()) : undefined
    if (content) return seriesAnswerPage(site, content, events, { headers })
    return datesAnswer(site, events)
  },
  async ({ publicCatalog, site }, error, request) => {
    const { pathParameters, headers, form } = request
    const [inputs, valuesOf] = form ? [form, (name: string) => repeatedInput(request, name)] : [{}, () => []]
    const found = await publicCatalog.findSeries(pathParameters?.['id'] ?? '')
    const ticked = valuesOf('event')
    const questions = found ? questionsOfDates(found) : []
    const answers = answersInForm(questions, valuesOf)
    return found
      ? refusedSeriesPage(site, found, error, { inputs, answers, ticked, headers }, new Date())
      : missingEvent(site, request)
  },
)
