import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { timeZoneOf } from '../../domain/events/time-zone.js'
import type { OsdiEvent } from '../../domain/events/event.js'
import type { ManageEnv } from '../environment.js'

/** An instant: in the time zone that is given, else in that of the event of the page, in UTC where none is known. */
export const Time: FC<{ c: Context<ManageEnv>; at: string; zone?: string | undefined }> = ({
  c,
  at,
  zone = zoneOfEvent(c) ?? 'UTC',
}) => (
  <time datetime={at}>
    {new Intl.DateTimeFormat(c.get('lang'), {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ timeZone: zone, timeZoneName: 'short' },
    }).format(new Date(at))}
  </time>
)

/** Returns the time zone of the event of a page, if the page is of an event. */
function zoneOfEvent(c: Context<ManageEnv>): string | undefined {
  const event = c.get('event') as OsdiEvent | undefined
  return event && timeZoneOf(event)
}
