import { requireDated } from '../../lib/domain/calendar.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { calendarAnswer } from '../../lib/http/calendar-answer.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const event = requireDated(await events.find(owner, id()))
  return calendarAnswer(event.title, [event], new Date(event.modified_date))
})
