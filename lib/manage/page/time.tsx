import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { timeZoneOf } from '../../fields/time-zone.js'
import { yearUnlessPlain } from '../../texts/period.js'
import type { OsdiEvent } from '../../events/event.js'
import type { ManageEnv } from '../environment.js'
import { zoneName } from '../formats.js'

type Ctx = Context<ManageEnv>

interface TimeProps {
  c: Ctx
  at: string
  zone?: string | undefined
  /** Whether the day is left out: the time is a few minutes away. */
  isSoon?: boolean
}

/**
 * An instant: in the time zone that is given, which stands beside it, else in that of the page, which its last line
 * names.
 */
export const Time: FC<TimeProps> = ({ c, at, zone, isSoon = false }) => {
  if (zone === undefined) c.set('timesShown', true)
  return (
    <time datetime={at} data-local={zone === undefined && isUnknown(c) ? 'time' : undefined}>
      {new Intl.DateTimeFormat(c.get('lang'), {
        ...(!(isSoon && !isUnknown(c)) && {
          ...yearUnlessPlain(new Date(at)),
          month: 'short',
          day: 'numeric',
        }),
        hour: 'numeric',
        minute: '2-digit',
        timeZone: zone ?? zoneOfPage(c),
        ...((zone !== undefined || isUnknown(c)) && { timeZoneName: 'short' }),
      }).format(new Date(at))}
    </time>
  )
}

/** Names the zone of the times of a page, once, after them. An event has named its own in its head. */
export const ZoneOfTimes: FC<{ c: Ctx }> = ({ c }) =>
  c.get('timesShown') && !zoneOfEvent(c) ? <ZoneLine c={c} zone={c.get('zone')} /> : <></>

/** Names the zone of times. The script of the frame hides the line where the reader's own clock is the same. */
export const ZoneLine: FC<{ c: Ctx; zone: string | undefined; class?: string }> = ({
  c,
  zone,
  class: kind = 'small quiet',
}) =>
  zone === undefined ? (
    <></>
  ) : (
    <p class={kind} data-zone={zone}>
      {c.get('texts').actions.timesIn(zoneName(zone, c.get('lang')))}
    </p>
  )

/** No event tells the zone: the browser of the reader knows theirs. Without scripts, times say that they are UTC. */
const isUnknown = (c: Ctx) => zoneOfEvent(c) === undefined && c.get('zone') === undefined

/** The time zone of the event of a page, else that of the group's newest event; UTC where none is known. */
const zoneOfPage = (c: Ctx): string => zoneOfEvent(c) ?? c.get('zone') ?? 'UTC'

function zoneOfEvent(c: Ctx): string | undefined {
  const event = c.get('event') as OsdiEvent | undefined
  return event && timeZoneOf(event)
}
