import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { NO_REFERRER } from '../../attendances/attendance.js'
import { shareOf } from '../../texts/shares.js'
import { type Outcome, TIMES, type WhatWorked, inOrder } from '../what-worked.js'
import type { OutcomeLine } from '../outcomes-file.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { Notice } from '../../manage/page/notice.js'
import { type Column, Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'

type Ctx = Context<ManageEnv>

/** The names of people who have brought friends; undefined for a reader who may not see guests. */
export type NamesOf = ReadonlyMap<string, string> | undefined

/** People who are named; the others are in the file. */
const SHOWN = 25

/** The people whose names a page shows. */
export const topFriends = ({ by_friend }: WhatWorked): string[] =>
  inOrder(Object.entries(by_friend))
    .slice(0, SHOWN)
    .map(([person]) => person)

interface Props {
  c: Ctx
  worked: WhatWorked
  names: NamesOf
}

/** RSVPs, confirmations and people who were there: in all, by source, by who brought them, by when they came. */
export const Worked: FC<Props> = ({ c, worked, names }) => {
  const { worked: texts } = c.get('texts')
  const { total, by_source, by_friend, by_time, further_sources, further_friends } = worked
  const sources = inOrder(Object.entries(by_source)).map(([source, outcome]) => ({
    name: source === NO_REFERRER.source ? c.get('texts').statistics.noSource : source,
    outcome,
  }))
  const friends = inOrder(Object.entries(by_friend))
  const brought = [...friends.map(([, outcome]) => outcome), further_friends].reduce((sum, { rsvps }) => sum + rsvps, 0)
  const times = TIMES.flatMap((time) => {
    const outcome = by_time[time]
    return outcome ? [{ name: texts.times[time], outcome }] : []
  })
  return (
    <>
      <Total c={c} total={total} />
      <h2>{texts.bySource}</h2>
      <Outcomes
        c={c}
        title={texts.source}
        rows={withFurther(sources, c.get('texts').statistics.otherSources, further_sources)}
      />
      {friends.length > 0 && (
        <>
          <h2>{texts.byFriend}</h2>
          <p class="quiet">{texts.brought(friends.length, formatNumber(c, brought))}</p>
          {names && (
            <Outcomes
              c={c}
              title={texts.friend}
              rows={friends
                .slice(0, SHOWN)
                .map(([person, outcome]) => ({ name: names.get(person) ?? texts.unnamed, outcome }))}
            />
          )}
        </>
      )}
      {times.length > 0 && (
        <>
          <h2>{texts.byTime}</h2>
          <Outcomes c={c} title={texts.time} rows={times} />
        </>
      )}
      <p class="quiet">
        {texts.explain} {friends.length > 0 && texts.explainFriends}
      </p>
    </>
  )
}

const withFurther = (rows: Row[], name: string, outcome: Outcome): Row[] =>
  outcome.rsvps > 0 ? [...rows, { name, outcome }] : rows

const Total: FC<{ c: Ctx; total: Outcome }> = ({ c, total: { rsvps, confirmed, attended } }) => {
  const { worked: texts } = c.get('texts')
  const facts = [
    { title: texts.rsvps, count: rsvps, share: '' },
    { title: texts.confirmed, count: confirmed, share: shareOf(confirmed, rsvps, c.get('lang')) },
    { title: texts.attended, count: attended, share: shareOf(attended, rsvps, c.get('lang')) },
  ]
  return (
    <dl class="stats">
      {facts.map(({ title, count, share }) => (
        <div>
          <dt>{title}</dt>
          <dd>
            {formatNumber(c, count)} {share && <small>({share})</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface Row {
  name: Child
  outcome: Outcome
}

/** A table of outcomes: each number with its share of the RSVPs. */
export const Outcomes: FC<{ c: Ctx; title: string; rows: Row[] }> = ({ c, title, rows }) => {
  const { worked: texts } = c.get('texts')
  const part = (name: 'confirmed' | 'attended'): Column<Row> => ({
    title: texts[name],
    kind: 'number',
    cell: ({ outcome }) => (
      <>
        {formatNumber(c, outcome[name])}
        {outcome.rsvps > 0 && <span class="quiet"> ({shareOf(outcome[name], outcome.rsvps, c.get('lang'))})</span>}
      </>
    ),
  })
  return (
    <Table
      rows={rows}
      columns={[
        { title, cell: ({ name }) => name },
        {
          title: texts.rsvps,
          kind: 'number',
          cell: ({ outcome }) => formatNumber(c, outcome.rsvps),
        },
        part('confirmed'),
        part('attended'),
      ]}
    />
  )
}

/** Says of when the numbers are, and that newer ones are under way. */
export const CountedAt: FC<{ c: Ctx; at: string | undefined; isUnderWay: boolean }> = ({ c, at, isUnderWay }) => {
  const { worked: texts } = c.get('texts')
  return (
    <>
      {isUnderWay && <Notice kind="plain">{texts.underWay}</Notice>}
      {at !== undefined && (
        <p class="quiet small">
          {texts.countedAt} <Time c={c} at={at} />
        </p>
      )}
    </>
  )
}

/** The lines of the file: the same numbers, and all names. */
export function linesOf({ total, ...worked }: WhatWorked, names: NamesOf): OutcomeLine[] {
  const lines = (by: string, all: Record<string, Outcome>, nameOf = (name: string) => name) =>
    inOrder(Object.entries(all)).map(([name, outcome]) => ({ by, name: nameOf(name), outcome }))
  const further = (by: string, outcome: Outcome) => (outcome.rsvps > 0 ? [{ by, name: 'further', outcome }] : [])
  const times = TIMES.flatMap((time) => {
    const outcome = worked.by_time[time]
    return outcome ? [{ by: 'days_before', name: time, outcome }] : []
  })
  return [
    { by: 'all', name: '', outcome: total },
    ...lines('source', worked.by_source),
    ...further('source', worked.further_sources),
    ...(names
      ? [
          ...lines('brought_by', worked.by_friend, (person) => names.get(person) ?? person),
          ...further('brought_by', worked.further_friends),
        ]
      : []),
    ...times,
  ]
}
