import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { actionLabel } from '../../domain/events/origin.js'
import type { OsdiEvent } from '../../domain/events/event.js'
import type { Page } from '../../domain/page.js'
import type { Found, QueryResult } from '../../domain/targeting/query-result.js'
import { COUNTED_STATUSES } from '../../domain/targeting/query-fields.js'
import { type TargetingQuery, countedStatuses } from '../../domain/targeting/targeting-query.js'
import type { ManageEnv } from '../environment.js'
import { FileLinks } from '../imports/file-parts.js'
import { Checkbox, FaultSummary, Field, type FormState } from '../page/form.js'
import { Notice } from '../page/notice.js'
import { Form, page } from '../page/page.js'
import { ownerPath } from '../paths.js'
import { type Actions, ChosenActions, ChosenAnswers } from './targeting-actions.js'
import { peopleColumns } from '../people/people-table.js'
import { PagedTable } from '../page/table.js'
import { Time } from '../page/time.js'

type Ctx = Context<ManageEnv>

/** The saved queries of an owner. */
export function queriesPage(c: Ctx, found: Page<TargetingQuery>) {
  const { targeting: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'targeting')
  return page(c, {
    title: texts.title,
    section: 'targeting',
    children: (
      <>
        <p class="line">
          <a class="btn main" href={`${base}/new`}>
            {texts.create}
          </a>
        </p>
        <PagedTable
          c={c}
          found={found}
          path={base}
          none={texts.none}
          columns={[
            { title: texts.query, cell: ({ id, title }) => <a href={`${base}/${id}`}>{title}</a> },
            { title: texts.people, kind: 'number', cell: ({ result }) => result?.total_people ?? '–' },
            { title: texts.foundAt, cell: ({ result }) => result && <Time c={c} at={result.created_date} /> },
          ]}
        />
      </>
    ),
  })
}

/** The form of a query: each action is included, excluded or neither. */
export function newQueryPage(
  c: Ctx,
  form: FormState,
  actions: Actions,
  saved?: Pick<TargetingQuery, 'id' | 'title'>,
) {
  const base = ownerPath(c.get('owner').id, 'targeting')
  const texts = c.get('texts')
  const { targeting: words } = texts
  const { include, match, rsvps_at_least, attended_at_most, rsvp_from, rsvp_before } = words
  return page(c, {
    title: saved ? words.edit : words.create,
    ...(saved && { crumb: { href: `${base}/${saved.id}`, text: saved.title } }),
    section: 'targeting',
    status: form.faults.length > 0 ? 400 : 200,
    children:
      actions.offered.total_records === 0 && !actions.isNarrowed ? (
        <p>{words.noActions}</p>
      ) : (
        <Form c={c} action={saved ? `${base}/${saved.id}/edit` : `${base}/new`} class="stack">
          {/* The first button is what the enter key presses: not one that shows other actions. */}
          <button class="btn main" hidden>
            {words.save}
          </button>
          <input type="hidden" name="draft" value={form.values['draft'] ?? ''} />
          <FaultSummary
            texts={texts}
            form={form}
            labels={{ title: words.name, include, rsvps_at_least, attended_at_most, rsvp_from, rsvp_before }}
          />
          <Field texts={texts} form={form} name="title" label={words.name} />
          <h2 id="include">{include}</h2>
          <ChosenActions c={c} form={form} actions={actions} />
          <ChosenAnswers c={c} form={form} actions={actions} />
          <fieldset>
            <legend>{match}</legend>
            {(['any', 'every'] as const).map((each) => (
              <p>
                <label>
                  <input
                    type="radio"
                    name="match"
                    value={each}
                    checked={(form.values['match'] || 'any') === each}
                  />{' '}
                  {words.matches[each]}
                </label>
              </p>
            ))}
          </fieldset>
          <fieldset>
            <legend>{words.status}</legend>
            <p class="hint">{words.statusHint}</p>
            {COUNTED_STATUSES.map((status) => (
              <Checkbox form={form} name={`status_${status}`} label={words.statuses[status]} />
            ))}
          </fieldset>
          <div class="cols">
            {(['rsvps_at_least', 'attended_at_most'] as const).map((name) => (
              <Field texts={texts} form={form} name={name} type="number" label={words[name]} />
            ))}
          </div>
          <div class="cols">
            {(['rsvp_from', 'rsvp_before'] as const).map((name) => (
              <Field texts={texts} form={form} name={name} type={kindOf(form, name)} label={words[name]} />
            ))}
          </div>
          <p class="line">
            <button class="btn main">{words.save}</button>
          </p>
        </Form>
      ),
  })
}

/** A program may have set a time, which a choice of a day would lose. */
const kindOf = ({ values }: FormState, name: string) =>
  /^(\d{4}-\d{2}-\d{2})?$/.test(values[name] ?? '') ? 'date' : 'text'

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
}

/** The answers that a query asks for. */
const AskedOf: FC<{ c: Ctx } & Pick<QueryPageParts, 'query' | 'asked'>> = ({ c, query, asked }) => {
  const { questions: words } = c.get('texts')
  const questions = [...asked.values()].flatMap(({ questions = [] }) => questions)
  return (
    <>
      <p>{words.answers}</p>
      <ul>
        {Object.entries(query.answers ?? {}).map(([id, answers]) => (
          <li>
            {questions.find((question) => question.id === id)?.title ?? id}{' '}
            {answers.map((each) => (each === true ? words.ticked : each)).join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A query with the people that it found last. */
export function queryPage(c: Ctx, { query, result, state, found, asked, mails }: QueryPageParts) {
  const { targeting: texts, guests, messages: words } = c.get('texts')
  const base = `${ownerPath(c.get('owner').id, 'targeting')}/${query.id}`
  const labels = (ids: string[]) =>
    ids.map((id) => {
      const event = asked.get(id)
      return <li>{event ? actionLabel(event) : id}</li>
    })
  return page(c, {
    title: query.title,
    section: 'targeting',
    children: (
      <>
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
            <dd>{result?.total_people ?? '–'}</dd>
          </div>
          <div>
            <dt>{texts.toMail}</dt>
            <dd>{result?.total_subscribed ?? '–'}</dd>
          </div>
        </dl>
        <p>{texts.matches[query.match]}</p>
        <ul>{labels(query.include)}</ul>
        <p>{texts.status}</p>
        <ul>
          {countedStatuses(query).map((status) => (
            <li>{texts.statuses[status]}</li>
          ))}
        </ul>
        {query.answers && <AskedOf c={c} query={query} asked={asked} />}
        {query.rsvps_at_least !== undefined && (
          <p>
            {texts.rsvps_at_least}: {query.rsvps_at_least}
          </p>
        )}
        {query.attended_at_most !== undefined && (
          <p>
            {texts.attended_at_most}: {query.attended_at_most}
          </p>
        )}
        {query.exclude.length > 0 && (
          <>
            <p>{texts.excluded}</p>
            <ul>{labels(query.exclude)}</ul>
          </>
        )}
        {result ? (
          <>
            <p class="quiet">
              {texts.foundAt} <Time c={c} at={result.created_date} />
            </p>
            <p class="line">
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
              {mails && (
                <a class="btn main" href={`${base}/messages`}>
                  {words.write}
                </a>
              )}
            </p>
          </>
        ) : (
          state === undefined && <p>{texts.computing}</p>
        )}
        <Form c={c} action={`${base}/run`}>
          <p class="line">
            <button class="btn">{texts.again}</button>
            {query.hosts_of === undefined && (
              <a class="btn" href={`${base}/edit`}>
                {texts.edit}
              </a>
            )}
          </p>
        </Form>
        {found.members.length > 0 && (
          <PagedTable
            c={c}
            found={found}
            path={base}
            none=""
            columns={peopleColumns<Found>(c, ({ person }) => person)}
          />
        )}
      </>
    ),
  })
}
