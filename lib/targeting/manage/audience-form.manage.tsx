import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { ManageEnv } from '../../manage/environment.js'
import { Checkbox, FaultSummary, Field, type FormState, SearchBox, Select } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { Form, page } from '../../manage/page/page.js'
import { SENTENCE_SCRIPT, ownerPath } from '../../manage/paths.js'
import { type AskedAnswers, answersNamed, offeredAnswers } from '../../questions/asked-answers.js'
import type { Question } from '../../questions/question.js'
import { COUNTED_STATUSES } from '../query-fields.js'
import type { TargetingQuery } from '../targeting-query.js'
import type { Choices, Names } from './choices.manage.js'
import { SEARCH_FIELDS, entriesIn, entryName, searchIn, searchInput, tagInput, tagsIn } from './query-form.manage.js'
import { Count, Sentence } from './sentence.manage.js'
import { describeSearch, nameOfEntry, wordsOfAnswers } from './words-of-query.manage.js'

type Ctx = Context<ManageEnv>
type Values = FormState['values']

/** The name of the box that keeps answers to questions which the form does not show. */
const KEEPS_ANSWERS = 'keeps_answers'

/** The form of an audience: a sentence, and what few ask behind one heading. */
export function audiencePage(c: Ctx, form: FormState, choices: Choices, saved?: TargetingQuery) {
  const base = ownerPath(c.get('owner').id, 'targeting')
  const texts = c.get('texts')
  const { targeting: words } = texts
  const { values } = form
  const { include, rsvps_at_least, attended_at_most, rsvp_from, rsvp_before, match } = words
  return page(c, {
    title: saved ? words.edit : words.create,
    ...(saved && { crumb: { href: `${base}/${saved.id}`, text: saved.title } }),
    section: 'targeting',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <Form
        c={c}
        action={saved ? `${base}/${saved.id}/edit` : `${base}/new`}
        class="stack"
        data-count={`${base}/count`}
      >
        {/* The first button is what the enter key presses: not one that adds a condition. */}
        <button class="btn main" hidden>
          {words.save}
        </button>
        <input type="hidden" name="draft" value={values['draft'] ?? ''} />
        <FaultSummary
          texts={texts}
          form={form}
          labels={{
            title: words.name,
            include,
            match,
            rsvps_at_least,
            attended_at_most,
            rsvp_from,
            rsvp_before,
            tags: words.tags,
            'near.location': words.location,
            'near.within': words.within,
            'near.event': words.nearEvent,
          }}
        />
        <Field texts={texts} form={form} name="title" label={words.name} />
        <section class="card stack" aria-labelledby="who">
          <h2 id="who">{words.asked}</h2>
          <Sentence
            c={c}
            form={form}
            choices={choices}
            everyone={words.sentence.everyone}
            events={chosenEvents(c, values, choices)}
            tags={chosenTags(form)}
          />
          <p class="line">
            {words.more}
            {(['moreEvents', 'moreTags'] as const).map((each) => (
              <button name="more" value={each} class="btn" formnovalidate>
                <Icon name="plus" />
                {words[each]}
              </button>
            ))}
          </p>
          <Count />
        </section>
        <Advanced c={c} form={form} choices={choices} saved={saved} />
        <p class="line">
          <button class="btn main">{words.save}</button>
        </p>
        <script src={SENTENCE_SCRIPT} defer></script>
      </Form>
    ),
  })
}

/** The events that were chosen before: each is included, left out, or removed. */
function chosenEvents(c: Ctx, values: Values, choices: Choices) {
  const { targeting: words } = c.get('texts')
  const [entries, search] = [entriesIn(values), searchIn(values)]
  if (entries.length === 0 && !search) return undefined
  return (
    <ul class="rows chosen">
      {search && (
        <li>
          <label class="check">
            <input type="checkbox" name="search" value="on" checked />
            <span>{describeSearch(c, choices.campaigns, search)}</span>
          </label>
          {SEARCH_FIELDS.map((field) => (
            <input type="hidden" name={searchInput(field)} value={search[field] ?? ''} />
          ))}
        </li>
      )}
      {entries.map((entry) => {
        const named = nameOfEntry(c, choices, entry)
        return (
          <li>
            <span class="grow">{named}</span>
            <select class="input fit" name={entryName(entry)} aria-label={named}>
              {(['include', 'exclude', ''] as const).map((each) => (
                <option value={each} selected={values[entryName(entry)] === each}>
                  {{ include: words.included, exclude: words.excluded, '': words.removed }[each]}
                </option>
              ))}
            </select>
          </li>
        )
      })}
    </ul>
  )
}

function chosenTags(form: FormState) {
  const tags = tagsIn(form.values)
  if (tags.length === 0) return undefined
  return (
    <div class="ticks" id="tags">
      {tags.map((name) => (
        <Checkbox form={form} name={tagInput(name)} label={name} />
      ))}
    </div>
  )
}

const HOW_OFTEN = ['rsvps_at_least', 'attended_at_most'] as const
const WHEN = ['rsvp_from', 'rsvp_before'] as const
const FIELDS = [...HOW_OFTEN, ...WHEN, 'near.event', 'find', KEEPS_ANSWERS]

/** Whether a form says something that its sentence does not. */
const isAdvanced = ({ values, faults }: FormState) =>
  values['match'] === 'every' ||
  FIELDS.some((name) => values[name]) ||
  Object.keys(values).some((name) => name.startsWith('status_') || name.startsWith(answerName(''))) ||
  faults.some(({ properties }) => properties.some((each) => FIELDS.includes(each)))

/** Conditions that are seldom needed, behind one heading. */
const Advanced: FC<{ c: Ctx; form: FormState; choices: Choices; saved: TargetingQuery | undefined }> = ({
  c,
  form,
  choices,
  saved,
}) => {
  const texts = c.get('texts')
  const { targeting: words, guests } = texts
  return (
    <details class="more" open={isAdvanced(form)}>
      <summary>
        <Icon name="settings" />
        {words.advanced}
        <span class="quiet"></span>
        <Icon name="chevron-right" class="turn" />
      </summary>
      <div class="card stack">
        <fieldset class="stack tight">
          <legend class="label">{words.also}</legend>
          <div class="ticks">
            {COUNTED_STATUSES.map((status) => (
              <Checkbox form={form} name={`status_${status}`} label={words.statuses[status]} />
            ))}
          </div>
        </fieldset>
        <div class="cols">
          <Select form={form} name="match" label={words.match} options={words.matches} />
          {choices.places.length > 0 && (
            <Select
              texts={texts}
              form={form}
              name="near.event"
              label={words.nearEvent}
              options={{ '': words.noEvent, ...Object.fromEntries(placesFor(c, form.values, choices)) }}
            />
          )}
          {HOW_OFTEN.map((name) => (
            <Field texts={texts} form={form} name={name} type="number" min={0} label={words[name]} />
          ))}
          {WHEN.map((name) => (
            <Field texts={texts} form={form} name={name} type={kindOf(form, name)} label={words[name]} />
          ))}
        </div>
        <div class="line">
          <SearchBox label={words.find} value={form.values['find'] ?? ''} />
          <button name="more" value="find" class="btn" formnovalidate>
            {guests.search}
          </button>
        </div>
        <ChosenAnswers c={c} form={form} choices={choices} saved={saved} />
      </div>
    </details>
  )
}

/** The place that was chosen stays, though it is over. */
function placesFor(c: Ctx, values: Values, choices: Choices): [string, string][] {
  const { 'near.event': chosen = '' } = values
  const isOffered = chosen === '' || choices.places.some(([id]) => id === chosen)
  return isOffered ? choices.places : [[chosen, nameOfEntry(c, choices, chosen)], ...choices.places]
}

/** A program may have set a time, which a choice of a day would lose. */
const kindOf = ({ values }: FormState, name: string) =>
  /^(\d{4}-\d{2}-\d{2})?$/.test(values[name] ?? '') ? 'date' : 'text'

/** Returns the questions of the included events, each once. */
function questionsIn(values: Values, { events }: Pick<Names, 'events'>): Question[] {
  const included = entriesIn(values, 'include').flatMap((id) => events.get(id)?.questions ?? [])
  return [...new Map(included.map((each) => [each.id, each])).values()]
}

/** The name of the input of an answer. */
const answerName = (value: string) => `answer ${value}`

/** Returns the answers of a query to questions that the form does not show. */
function answersBeside(
  values: Values,
  choices: Pick<Names, 'events'>,
  { answers = {} }: Pick<TargetingQuery, 'answers'>,
) {
  const offered = offeredAnswers(questionsIn(values, choices))
  return Object.fromEntries(
    Object.entries(answers).filter(
      ([id, given]) =>
        !given.every((each) => offered.some(({ question, answer }) => question.id === id && answer === each)),
    ),
  )
}

/** Returns the answers that are ticked or kept, as a query asks for them. */
export function answersIn(values: Values, choices: Pick<Names, 'events'>, saved?: TargetingQuery): AskedAnswers {
  const ticked = named(values).map((name) => name.slice(answerName('').length))
  return {
    ...(saved && values[KEEPS_ANSWERS] === 'on' && answersBeside(values, choices, saved)),
    ...answersNamed(questionsIn(values, choices), ticked),
  }
}

const named = (values: Values) => Object.keys(values).filter((name) => name.startsWith(answerName('')))

/** Ticks the answers that a query asks for, of the questions of its events. */
export const withAnswersOf = (values: Values, query: TargetingQuery, choices: Pick<Names, 'events'>): Values => ({
  ...values,
  ...Object.fromEntries(
    offeredAnswers(questionsIn(values, choices))
      .filter(({ question, answer }) => query.answers?.[question.id]?.some((each) => each === answer))
      .map(({ value }) => [answerName(value), 'on']),
  ),
  ...(Object.keys(answersBeside(values, choices, query)).length > 0 && { [KEEPS_ANSWERS]: 'on' }),
})

/** The answers that RSVPs must have: of the questions of the events that are included so far. */
const ChosenAnswers: FC<{ c: Ctx; form: FormState; choices: Choices; saved: TargetingQuery | undefined }> = ({
  c,
  form,
  choices,
  saved,
}) => {
  const { questions: words, targeting } = c.get('texts')
  const questions = questionsIn(form.values, choices).filter((each) => offeredAnswers([each]).length > 0)
  const beside = saved ? wordsOfAnswers(c, answersBeside(form.values, choices, saved), choices) : []
  return (
    <>
      {beside.length > 0 && (
        <Checkbox form={form} name={KEEPS_ANSWERS} label={targeting.keptAnswers(beside.join('; '))} />
      )}
      {questions.length > 0 && (
        <fieldset class="stack tight" id="answers">
          <legend class="label">{words.answers}</legend>
          <p class="hint quiet">{words.ofChosenHint}</p>
          {questions.map((question) => (
            <>
              <p>{question.title}</p>
              {offeredAnswers([question]).map(({ value, answer }) => (
                <Checkbox form={form} name={answerName(value)} label={answer === true ? words.ticked : answer} />
              ))}
            </>
          ))}
        </fieldset>
      )}
    </>
  )
}
