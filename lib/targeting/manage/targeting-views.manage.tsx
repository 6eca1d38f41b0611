import type { Context } from 'hono'
import type { Page } from '../../fields/page.js'
import { COUNTED_STATUSES } from '../query-fields.js'
import type { TargetingQuery } from '../targeting-query.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { Checkbox, FaultSummary, Field, type FormState } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { PeopleFields, type PeopleChoices } from './people-fields.manage.js'
import { type Actions, ChosenActions, ChosenAnswers } from './targeting-actions.manage.js'
import { PagedTable } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'

type Ctx = Context<ManageEnv>

/** The saved queries of an owner. */
export function queriesPage(c: Ctx, found: Page<TargetingQuery>) {
  const { targeting: texts } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'targeting')
  return page(c, {
    title: texts.title,
    section: 'targeting',
    buttons: (
      <a class="btn main" href={`${base}/new`}>
        <Icon name="plus" />
        {texts.create}
      </a>
    ),
    children: (
      <>
        <PagedTable
          c={c}
          found={found}
          path={base}
          none={texts.none}
          columns={[
            { title: texts.query, cell: ({ id, title }) => <a href={`${base}/${id}`}>{title}</a> },
            {
              title: texts.people,
              kind: 'number',
              cell: ({ result }) => (result ? formatNumber(c, result.total_people) : '–'),
            },
            {
              title: texts.foundAt,
              isNamed: true,
              cell: ({ result }) => result && <Time c={c} at={result.created_date} />,
            },
          ]}
        />
      </>
    ),
  })
}

/** The form of a query: people by tags and place, how often they came, and to which events. */
export function newQueryPage(
  c: Ctx,
  form: FormState,
  { actions, people }: { actions: Actions; people: PeopleChoices },
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
    children: (
      <Form c={c} action={saved ? `${base}/${saved.id}/edit` : `${base}/new`} class="stack">
        {/* The first button is what the enter key presses: not one that shows other actions. */}
        <button class="btn main" hidden>
          {words.save}
        </button>
        <input type="hidden" name="draft" value={form.values['draft'] ?? ''} />
        <FaultSummary
          texts={texts}
          form={form}
          labels={{
            ...{ title: words.name, include, rsvps_at_least, attended_at_most, rsvp_from, rsvp_before },
            ...{ match, status: words.status, tags: words.tags, near: words.near },
            ...{
              'near.location': words.location,
              'near.within': words.within,
              'near.event': words.nearEvent,
            },
          }}
        />
        <Field texts={texts} form={form} name="title" label={words.name} />
        <PeopleFields c={c} form={form} people={people} />
        <details class="more" open={OFTEN.some((name) => form.values[name]) || form.faults.some(isOfOften)}>
          <summary>
            <Icon name="calendar-days" />
            {words.often}
            <span class="quiet"></span>
            <Icon name="chevron-right" class="turn" />
          </summary>
          <div class="card stack">
            <p class="hint quiet">{words.oftenHint}</p>
            <div class="cols">
              {OFTEN.map((name) => (
                <Field texts={texts} form={form} name={name} type="number" min={0} label={words[name]} />
              ))}
            </div>
          </div>
        </details>
        <section class="card stack" aria-labelledby="include">
          <div>
            <h2 id="include">{include}</h2>
            <p class="hint quiet">{words.includeHint}</p>
          </div>
          <ChosenActions c={c} form={form} actions={actions} />
          <fieldset id="match" class="stack tight">
            <legend class="label">{match}</legend>
            {(['any', 'every'] as const).map((each) => (
              <label class="check">
                <input type="radio" name="match" value={each} checked={(form.values['match'] || 'any') === each} />
                <span>{words.matches[each]}</span>
              </label>
            ))}
          </fieldset>
        </section>
        <section class="card stack" aria-labelledby="status">
          <div>
            <h2 id="status">{words.status}</h2>
            <p class="hint quiet">{words.statusHint}</p>
          </div>
          <div class="stack tight">
            {COUNTED_STATUSES.map((status) => (
              <Checkbox form={form} name={`status_${status}`} label={words.statuses[status]} />
            ))}
          </div>
          <ChosenAnswers c={c} form={form} actions={actions} />
          <div class="cols">
            {(['rsvp_from', 'rsvp_before'] as const).map((name) => (
              <Field texts={texts} form={form} name={name} type={kindOf(form, name)} label={words[name]} />
            ))}
          </div>
        </section>
        <p class="line">
          <button class="btn main">{words.save}</button>
        </p>
      </Form>
    ),
  })
}

const OFTEN = ['rsvps_at_least', 'attended_at_most'] as const
const isOfOften = ({ properties }: FormState['faults'][number]) =>
  properties.some((each) => OFTEN.some((name) => name === each))

/** A program may have set a time, which a choice of a day would lose. */
const kindOf = ({ values }: FormState, name: string) =>
  /^(\d{4}-\d{2}-\d{2})?$/.test(values[name] ?? '') ? 'date' : 'text'
