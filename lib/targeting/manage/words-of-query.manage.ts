import type { Context } from 'hono'
import { choiceLabel } from '../../events/manage/event-choice.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { sourceOf } from '../event-source.js'
import { type Selection, countedStatuses, leastRsvps, namesEvents } from '../targeting-query.js'
import type { Names } from './choices.manage.js'

type Ctx = Context<ManageEnv>

/** Says who is in an audience, one condition a line, by the words of its form. */
export function wordsOfQuery(c: Ctx, query: Selection, names: Names): string[] {
  const { targeting: texts } = c.get('texts')
  const { sentence: words } = texts
  const { tags, near, include_search, include, exclude, answers, rsvps_at_least, attended_at_most } = query
  const { everyone, hosts_of } = query
  const listed = (all: string[], type: 'disjunction' | 'conjunction' = 'disjunction') =>
    new Intl.ListFormat(c.get('lang'), { type }).format(all)
  const included = [
    ...(include_search ? [describeSearch(c, names.campaigns, include_search)] : []),
    ...include.map((entry) => nameOfEntry(c, names, entry)),
  ]
  const excluded = listed(exclude.map((entry) => nameOfEntry(c, names, entry)))
  const deed = listed(countedStatuses(query).map((status) => words.did[status]))
  const isOfAny = !namesEvents(query) && leastRsvps(query, 0) > 0
  return [
    ...(included.length > 0
      ? [words.guests(deed, listed(included, query.match === 'every' ? 'conjunction' : 'disjunction'))]
      : isOfAny
        ? [words.guests(deed, words.anyEvent)]
        : everyone === 'unanswered'
          ? [words.guests(words.did.unanswered, excluded)]
          : hosts_of === undefined && !tags && !near
            ? [words.everyone]
            : []),
    ...(exclude.length > 0 && everyone !== 'unanswered' ? [words.notComing(excluded)] : []),
    ...(near
      ? [
          words.liveNear(
            formatNumber(c, near.within),
            texts.units[near.unit],
            'event' in near ? nameOfEntry(c, names, near.event) : near.location,
          ),
        ]
      : []),
    ...(tags ? [words.haveTag(listed(tags))] : []),
    ...(rsvps_at_least !== undefined ? [`${texts.rsvps_at_least}: ${formatNumber(c, rsvps_at_least)}`] : []),
    ...(attended_at_most !== undefined ? [`${texts.attended_at_most}: ${formatNumber(c, attended_at_most)}`] : []),
    ...wordsOfAnswers(c, answers, names),
  ]
}

/** Says which answers an audience asks for, one question a line. */
export function wordsOfAnswers(
  c: Ctx,
  answers: Selection['answers'] = {},
  { events }: Pick<Names, 'events'>,
): string[] {
  const { questions: words } = c.get('texts')
  const asked = [...events.values()].flatMap(({ questions = [] }) => questions)
  return Object.entries(answers).map(([id, given]) => {
    const title = asked.find((question) => question.id === id)?.title ?? id
    return `${title}: ${given.map((each) => (each === true ? words.ticked : each)).join(', ')}`
  })
}

/** Returns the name of an event with its day, of a campaign or of a series, for people. */
export function nameOfEntry(c: Ctx, { events, campaigns, series }: Names, entry: string): string {
  const { targeting: words } = c.get('texts')
  const { kind, id } = sourceOf(entry)
  if (kind === 'series') return words.allOfSeries(series.get(id) ?? '')
  if (kind === 'event_campaign') return words.allOfCampaign(campaigns.get(id) ?? '')
  const event = events.get(id)
  return event ? choiceLabel(c, event) : id
}

/** Says what a search of a query finds. */
export function describeSearch(
  c: Ctx,
  campaigns: ReadonlyMap<string, string>,
  { find, location, campaign, month, view }: NonNullable<Selection['include_search']>,
): string {
  const { targeting: words, actions: texts } = c.get('texts')
  const said = [
    find && `“${find}”`,
    location && `${texts.location}: ${location}`,
    campaign && `${texts.campaign}: ${campaigns.get(campaign) ?? ''}`,
    month && `${texts.month}: ${month}`,
    view && view !== 'all' && texts.views[view],
  ].filter(Boolean)
  return words.allFound(said.join(' · '))
}
