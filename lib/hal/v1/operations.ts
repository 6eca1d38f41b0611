import { string } from '../../domain/fields/json-schema.js'
import { native, type Site } from '../../domain/site.js'
import { calendarOperations } from '../calendar.description.js'
import { descriptionOperation, type Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import { attendanceOperations } from './attendance.description.js'
import { campaignOperations } from './event-campaign.description.js'
import { eventOperations } from './event.description.js'
import { personOperations } from './person.description.js'

const entryPoint = (site: Site): DocumentSchema => ({
  name: 'EntryPoint',
  description: 'Where a client starts: links to every collection',
  fields: { motd: string('A welcome') },
  links: {
    self: leadsTo('This entry point', 'v1/get-entry-point'),
    'osdi:events': leadsTo('The events of your key', 'v1/list-events'),
    [native(site, 'calendar')]: leadsTo(
      'The events of your key around today as iCalendar',
      'v1/get-calendar',
    ),
    'osdi:people': leadsTo('The people of your key', 'v1/list-people'),
    [native(site, 'event_campaigns')]: leadsTo('The event campaigns of your key', 'v1/list-event-campaigns'),
  },
})

/** What every endpoint of version 1 takes and answers. */
export const operations = (site: Site): Operations => ({
  'v1/get-entry-point': {
    tag: 'Entry point',
    summary: 'Links to every collection',
    answer: entryPoint(site),
  },
  'v1/get-openapi': descriptionOperation,
  ...eventOperations(site),
  ...attendanceOperations(site),
  ...personOperations(site),
  ...campaignOperations(site),
  ...calendarOperations('v1'),
})
