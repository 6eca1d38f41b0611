import { peopleCame, peopleComing } from '../../events/totals.js'
import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { mayDo } from '../../access/permissions.js'
import type { OsdiEvent } from '../event.js'
import { isOnline } from '../event-state.js'
import { originPolicy } from '../origin.js'
import { isOver } from '../upcoming.js'
import { windowState } from '../rsvp-window.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPath } from '../../manage/paths.js'
import { commonZone, describeTime, formatNumber } from '../../manage/formats.js'
import { Icon } from '../../manage/page/icons.js'
import { ZoneLine } from '../../manage/page/time.js'
import { isDiscarded } from './event-choice.manage.js'
import { StateBadge, stateFor } from './event-frame.manage.js'

type Ctx = Context<ManageEnv>

/**
 * Events as rows: the day, the title, when and where, what is special, and how many come.
 * @param series how many dates the list has of each series, by its id: these are one row, which opens
 */
export const EventRows: FC<{ c: Ctx; events: OsdiEvent[]; series?: ReadonlyMap<string, number> }> = ({
  c,
  events,
  series,
}) => {
  const rows = events.filter((event) => !isDiscarded(event))
  const zone = commonZone(rows)
  const grouped = Map.groupBy(rows, (event) =>
    event.series && series?.has(event.series.id) ? event.series.id : event.id,
  )
  return (
    <>
      <ul class="rows">
        {[...grouped].map(([id, dates]) =>
          dates.length > 1 ? (
            <SeriesRow c={c} dates={dates} count={series?.get(id) ?? dates.length} zone={zone} />
          ) : (
            dates.map((event) => <EventRow c={c} event={event} zone={zone} />)
          ),
        )}
      </ul>
      <ZoneLine c={c} zone={zone} class="small quiet p-foot rule" />
    </>
  )
}

/** The dates of a series as one row: how many there are, which is next and how many come to those that it opens. */
const SeriesRow: FC<{ c: Ctx; dates: OsdiEvent[]; count: number; zone: string | undefined }> = ({
  c,
  dates,
  count,
  zone,
}) => {
  const { series: texts, actions } = c.get('texts')
  const [first] = dates as [OsdiEvent]
  const when = describeTime(first, c.get('lang'), zone) ?? actions.noDate
  const isNext = first.status !== 'cancelled' && !isOver(first, new Date())
  const coming = dates.reduce((sum, { totals }) => sum + peopleComing(totals), 0)
  return (
    <li>
      <details>
        <summary class="row">
          <DateBlock c={c} event={first} />
          <div class="grow">
            <strong>{first.title}</strong>
            <br />
            <span class="small quiet">
              {[texts.dates(count, formatNumber(c, count)), isNext ? texts.nextDate(when) : when, placeOf(c, first)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {stateFor(first) !== 'live' && stateFor(first) !== 'over' && (
              <span class="line">
                <StateBadge c={c} event={first} />
              </span>
            )}
          </div>
          <p class="n small w-bar">
            <strong>{formatNumber(c, coming)}</strong>{' '}
            <span class="quiet">
              {dates.length < count ? texts.comingToFirst(formatNumber(c, dates.length)) : texts.comingInAll}
            </span>
          </p>
          <Icon name="chevron-right" class="turn" />
        </summary>
        <ul class="rows">
          {dates.map((event) => (
            <EventRow c={c} event={event} zone={zone} under={first} />
          ))}
          {mayDo(c.get('owner').role, 'see_statistics') && (
            <li>
              <a class="over small" href={eventPath(first.id, 'dates')}>
                {texts.tab.all}
              </a>
            </li>
          )}
        </ul>
      </details>
    </li>
  )
}

const placeOf = (c: Ctx, { attendance_mode, location }: OsdiEvent) =>
  isOnline(attendance_mode) ? c.get('texts').actions.online : location.venue || location.locality

/** @param under the event whose row opens to this one: what is said there is not said again */
const EventRow: FC<{ c: Ctx; event: OsdiEvent; zone: string | undefined; under?: OsdiEvent }> = ({
  c,
  event,
  zone,
  under,
}) => {
  const { actions: texts } = c.get('texts')
  const { capacity, totals } = event
  const coming = peopleComing(totals)
  const when = describeTime(event, c.get('lang'), zone) ?? texts.noDate
  const place = placeOf(c, event)
  const [line, ...more] = under
    ? [when, event.title !== under.title && event.title, place !== placeOf(c, under) && place]
    : [event.title, when, place]
  const left = capacity === undefined ? undefined : Math.max(0, capacity - coming)
  const share = capacity ? Math.min(100, Math.round((100 * coming) / capacity)) : 0
  return (
    <li>
      <DateBlock c={c} event={event} />
      <div class="grow">
        <a class="over" href={eventPath(event.id, originPolicy(event).statistics ? '' : 'guests')}>
          {line}
        </a>
        <span class="small quiet">{more.filter(Boolean).join(' · ')}</span>
        <Badges c={c} event={event} left={left} share={share} />
      </div>
      <p class="n small w-bar">
        <strong>{formatNumber(c, cameOf(event) ?? coming)}</strong>{' '}
        {event.status === 'cancelled' || isOver(event, new Date()) ? (
          <span class="quiet">
            {cameOf(event) === undefined ? texts.signedUp : texts.ofCame(formatNumber(c, coming))}
          </span>
        ) : capacity === undefined ? (
          <span class="quiet">{c.get('texts').series.tab.coming.toLocaleLowerCase(c.get('lang'))}</span>
        ) : (
          <>
            <span class="quiet">{c.get('texts').statistics.of(formatNumber(c, capacity))}</span>
            <svg class="bar" aria-hidden="true" preserveAspectRatio="none">
              <rect width={`${share}%`} height="100%" />
            </svg>
          </>
        )}
      </p>
    </li>
  )
}

/** People who came to an event that is over; undefined where no one was checked in. */
const cameOf = (event: OsdiEvent): number | undefined =>
  event.status !== 'cancelled' && isOver(event, new Date()) && event.totals.attended > 0
    ? peopleCame(event.totals)
    : undefined

/** The state of an event and its places, below its words: on a phone there is no room beside them. */
const Badges: FC<{ c: Ctx; event: OsdiEvent; left: number | undefined; share: number }> = ({
  c,
  event,
  left,
  share,
}) => {
  const { actions: texts } = c.get('texts')
  const state = stateFor(event)
  const { waitlisted, requested } = event.totals
  const isScarce = left !== undefined && left > 0 && share >= 85
  const isMarked = event.visibility === 'private' || windowState(event, new Date()) !== undefined
  if (state === 'over' || (state === 'live' && waitlisted === 0 && requested === 0 && !isScarce && !isMarked))
    return <></>
  return (
    <span class="line g2">
      {(state !== 'live' || isMarked) && <StateBadge c={c} event={event} />}
      {state === 'live' && waitlisted > 0 && <span class="badge">{texts.waiting(formatNumber(c, waitlisted))}</span>}
      {state === 'live' && requested > 0 && <span class="badge warn">{texts.asking(formatNumber(c, requested))}</span>}
      {state === 'live' && isScarce && <span class="badge warn">{texts.left(formatNumber(c, left))}</span>}
    </span>
  )
}

/** The day of an event as a leaf of a calendar. The words beside it say the same. */
const DateBlock: FC<{ c: Ctx; event: OsdiEvent }> = ({ c, event: { start_date } }) => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    start_date
      ? new Intl.DateTimeFormat(c.get('lang'), { ...options, timeZone: 'UTC' }).format(new Date(`${start_date}Z`))
      : '–'
  return (
    <span class="date" aria-hidden="true">
      <span>{part({ month: 'short' })}</span>
      {part({ day: 'numeric' })}
    </span>
  )
}
