import { calendars } from '../../lib/app/calendars.js'
import { CALENDAR_SECRET } from '../../lib/hal/descriptions/example-ids.js'
import { partOf } from '../../lib/runtime/service.js'
import { demo } from '../demo.js'
import type { LocalPart } from '../part.js'

/** The calendar feed that the examples name. */
export const calendarOfDemo: LocalPart = {
  async seed(service, { owner }) {
    await partOf(service, calendars).create(CALENDAR_SECRET, { owner, title: demo.group.title }, new Date())
  },
}
