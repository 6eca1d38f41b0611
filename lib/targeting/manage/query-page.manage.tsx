import type { Context } from 'hono'
import type { Page } from '../../fields/page.js'
import type { Found, QueryResult } from '../query-result.js'
import type { TargetingQuery } from '../targeting-query.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { FileLinks } from './file-parts.manage.js'
import { Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { peopleColumns } from '../../people/manage/people-table.manage.js'
import { PagedTable } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import type { Names } from './choices.manage.js'
import { wordsOfQuery } from './words-of-query.manage.js'

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
  names: Names
}

/** A query with the people that it found last. */
export function queryPage(c: Ctx, parts: QueryPageParts) {
  const { query, result, state, found, mails, names } = parts
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
          <ul>
            {wordsOfQuery(c, query, names).map((line) => (
              <li>{line}</li>
            ))}
            {(['rsvp_from', 'rsvp_before'] as const).map((name) => {
              const at = query[name]
              return (
                at && (
                  <li>
                    {texts[name]}: <Time c={c} at={at} />
                  </li>
                )
              )
            })}
          </ul>
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
