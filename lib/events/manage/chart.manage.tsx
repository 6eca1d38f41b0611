import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { timeZoneOf } from '../../fields/time-zone.js'
import type { TimelinePoint } from '../../attendances/rsvp-statistics.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { formatNumber } from '../../manage/formats.js'

const DAY_MS = 86_400_000
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 200, 48, 24]

/** RSVPs over time, as a line that the server draws, and as a table. */
export const TimelineChart: FC<{ c: Context<ManageEnv>; points: TimelinePoint[]; now: Date }> = ({
  c,
  points,
  now,
}) => {
  const { statistics: texts } = c.get('texts')
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return <></>
  const from = Date.parse(first.date)
  const span = Math.max(1, now.getTime() - from)
  const x = (date: number) => LEFT + ((date - from) / span) * (WIDTH - LEFT)
  const y = (total: number) => (HEIGHT - BOTTOM) * (1 - total / last.total)
  const steps = [
    `M${x(from).toFixed(1)} ${y(0).toFixed(1)}`,
    ...points.map(({ date, total }) => `H${x(Date.parse(date)).toFixed(1)}V${y(total).toFixed(1)}`),
    `H${WIDTH}`,
  ].join('')
  // The ends of a day would have the same name.
  const style: Intl.DateTimeFormatOptions = span < DAY_MS ? { timeStyle: 'short' } : { dateStyle: 'medium' }
  const zone = timeZoneOf(c.get('event')) ?? 'UTC'
  const day = (date: Date) => new Intl.DateTimeFormat(c.get('lang'), { ...style, timeZone: zone }).format(date)
  return (
    <section class="card stack">
      <h2>{texts.overTime}</h2>
      <svg viewBox={`0 -12 ${WIDTH + 8} ${HEIGHT + 12}`} role="img" aria-label={texts.chart(last.total)} class="chart">
        <path
          d={`M${LEFT} 0H${WIDTH}M${LEFT} ${(HEIGHT - BOTTOM) / 2}H${WIDTH}M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH}`}
          class="grid"
        />
        <path d={`${steps}V${HEIGHT - BOTTOM}Z`} class="area" />
        <path d={steps} class="curve" />
        <circle class="dot" cx={WIDTH} cy={y(last.total)} r="5" />
        <text x={LEFT - 8} y="4" text-anchor="end">
          {formatNumber(c, last.total)}
        </text>
        <text x={LEFT - 8} y={HEIGHT - BOTTOM + 4} text-anchor="end">
          0
        </text>
        <text x={LEFT} y={HEIGHT - 4}>
          {day(new Date(from))}
        </text>
        <text x={WIDTH} y={HEIGHT - 4} text-anchor="end">
          {texts.today}
        </text>
      </svg>
      <p class="small quiet">{texts.chartExplain}</p>
      <details class="more pull-down">
        <summary class="small">{texts.asTable}</summary>
        <Table
          rows={points}
          columns={[
            { title: texts.until, cell: ({ date }) => <Time c={c} at={date} /> },
            { title: texts.rsvps, kind: 'number', cell: ({ total }) => total },
          ]}
        />
      </details>
    </section>
  )
}
