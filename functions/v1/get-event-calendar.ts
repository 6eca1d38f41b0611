import { requireDated } from '../../lib/domain/calendar.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { calendarAnswer } from '../../lib/http/calendar-answer.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) => {
  const event = requireDated(await events.find(owner, id()))
  return calendarAnswer(event.title, [event], new Date(event.modified_date))
})
