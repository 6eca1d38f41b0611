import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { choiceLabel } from '../../events/manage/event-choice.manage.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Page } from '../../fields/page.js'
import { eventsAmong, isSource } from '../event-source.js'
import type { Found, QueryResult } from '../query-result.js'
import { type TargetingQuery, countedStatuses, namesEvents } from '../targeting-query.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { FileLinks } from './file-parts.manage.js'
import { Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { peopleColumns } from '../../people/manage/people-table.manage.js'
import { PagedTable } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { type Actions, describeSearch, sourceTitle } from './targeting-actions.manage.js'

type Ctx = Context<ManageEnv>

interface QueryPageParts {
  query: TargetingQuery
  /** Absent while it is computed, and after it has expired. */
  result: QueryResult | undefined
  /** The state of a later result, where there is one. */
  state: QueryResult['status'] | undefined
  found: Page<Found>
  /** Whether the installation sends mail. */
  mails: boolean
  asked: ReadonlyMap<string, Pick<OsdiEvent, 'origin' | 'origin_system' | 'title' | 'questions'>>
  /** Titles of the campaigns and series that stand for their events. */
  titles: Pick<Actions, 'campaigns' | 'series'>
}

/** A query with the people that it found last. */
export function queryPage(c: Ctx, parts: QueryPageParts) {
  const { query, result, state, found, mails } = parts
  const { targeting: texts, guests, messages: words } = c.get('texts')
  const base = `${ownerPath(c.get('owner').id, 'targeting')}/${query.id}`
  const number = (count: number | undefined) => (count === undefined ? '–' : formatNumber(c, count))
  return page(c, {
    title: query.title,
    section: 'targeting',
    children: (
      <div class="stack">
        {state === 'computing' && (
          <>
            <progress aria-label={texts.counting}></progress>
            <Notice kind="plain">{texts.counting}</Notice>
          </>
        )}
        {state === 'failed' && <Notice kind="warn">{texts.countFailed}</Notice>}
        <dl class="stats">
          <div>
            <dt>{texts.people}</dt>
            <dd>{number(result?.total_people)}</dd>
          </div>
          <div>
            <dt>{texts.toMail}</dt>
            <dd>{number(result?.total_subscribed)}</dd>
          </div>
        </dl>
        {result ? (
          <p class="line">
            {mails && (
              <a class="btn main" href={`${base}/messages`}>
                {words.write}
              </a>
            )}
            <FileLinks
              c={c}
              class="btn"
              path={`${base}/people.csv`}
              text={guests.download}
              total={result.total_people}
            />
            <FileLinks
              c={c}
              class="btn"
              path={`${base}/people.csv`}
              query={{ audience: 'email' }}
              text={texts.downloadToMail}
              total={result.total_subscribed}
            />
          </p>
        ) : (
          state === undefined && <p>{texts.computing}</p>
        )}
        <section class="card stack g4" aria-labelledby="asked">
          <h2 id="asked">{texts.asked}</h2>
          <Asked c={c} {...parts} />
          <Form c={c} action={`${base}/run`}>
            <p class="line">
              <button class="btn">{texts.again}</button>
              {query.hosts_of === undefined && (
                <a class="btn" href={`${base}/edit`}>
                  {texts.edit}
                </a>
              )}
              {result && (
                <span class="quiet">
                  {texts.foundAt} <Time c={c} at={result.created_date} />
                </span>
              )}
            </p>
          </Form>
        </section>
        {found.members.length > 0 && (
          <PagedTable
            c={c}
            found={found}
            path={base}
            none=""
            columns={peopleColumns<Found>(c, ({ person }) => person)}
          />
        )}
      </div>
    ),
  })
}

/** The questions of a query, as people read them. */
const Asked: FC<{ c: Ctx } & QueryPageParts> = ({ c, query, asked, titles }) => {
  const { targeting: texts, questions: words } = c.get('texts')
  const { tags, near, include_search, include, exclude, answers } = query
  const label = (id: string) => {
    const event = asked.get(id)
    return event ? choiceLabel(c, event) : id
  }
  const entries = (all: string[]) => [
    ...all.filter(isSource).map((entry) => sourceTitle(c, titles, entry)),
    ...eventsAmong(all).map(label),
  ]
  const events = [...(include_search ? [describeSearch(c, titles.campaigns, include_search)] : []), ...entries(include)]
  const statuses = countedStatuses(query).map((status) => texts.statuses[status])
  return (
    <dl class="facts">
      {tags && <Fact term={texts.tags} values={tags} />}
      {near && (
        <Fact
          term={texts.near}
          values={[
            texts.reach(
              formatNumber(c, near.within),
              texts.units[near.unit],
              'event' in near ? label(near.event) : near.location,
            ),
          ]}
        />
      )}
      {query.rsvps_at_least !== undefined && (
        <Fact term={texts.rsvps_at_least} values={[formatNumber(c, query.rsvps_at_least)]} />
      )}
      {query.attended_at_most !== undefined && (
        <Fact term={texts.attended_at_most} values={[formatNumber(c, query.attended_at_most)]} />
      )}
      {events.length > 0 && <Fact term={texts.matches[query.match]} values={events} />}
      {exclude.length > 0 && <Fact term={texts.excluded} values={entries(exclude)} />}
      {(namesEvents(query) || query.status) && <Fact term={texts.status} values={statuses} />}
      {answers && (
        <Fact
          term={words.answers}
          values={Object.entries(answers).map(([id, given]) => {
            const questions = [...asked.values()].flatMap(({ questions = [] }) => questions)
            const title = questions.find((question) => question.id === id)?.title ?? id
            return `${title} ${given.map((each) => (each === true ? words.ticked : each)).join(', ')}`
          })}
        />
      )}
      {query.rsvp_from && <Fact term={texts.rsvp_from} values={[<Time c={c} at={query.rsvp_from} />]} />}
      {query.rsvp_before && <Fact term={texts.rsvp_before} values={[<Time c={c} at={query.rsvp_before} />]} />}
    </dl>
  )
}

const Fact: FC<{ term: string; values: Child[] }> = ({ term, values }) => (
  <div>
    <dt>{term}</dt>
    {values.map((value) => (
      <dd>{value}</dd>
    ))}
  </div>
)
