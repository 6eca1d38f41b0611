import type { Context, Hono } from 'hono'
import type { OsdiEvent } from '../../events/event.js'
import { derivedId, isNativeId } from '../../fields/identifier.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, bodyOf, faultsOf, textsIn } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { Form, page } from '../../manage/page/page.js'
import { SENTENCE_SCRIPT, eventPath, ownerPath } from '../../manage/paths.js'
import { type Choices, choicesFor } from '../../targeting/manage/choices.manage.js'
import { type Counted, countWhileTyping, queryInSentence } from '../../targeting/manage/count.manage.js'
import { draftIn, isOfGuests, tagsIn, withPicked } from '../../targeting/manage/query-form.manage.js'
import { Count, Sentence } from '../../targeting/manage/sentence.manage.js'
import { wordsOfQuery } from '../../targeting/manage/words-of-query.manage.js'
import { recordQuery } from '../../targeting/record-query.js'
import { countPeople, runIfNew } from '../../targeting/run-query.js'
import { queryStore } from '../../targeting/store/query-store.js'
import type { TargetingQuery } from '../../targeting/targeting-query.js'
import { type Addressed, composeMessage, newMessagePage } from './composer.manage.js'
import type { MailDependencies } from './dependencies.manage.js'
import { guestsOf, isAboutWhatComes } from './guest-message-pages.manage.js'
import { peopleOfQuery } from './people-of-query.manage.js'

type Ctx = Context<ManageEnv>
type Values = FormState['values']

/** Saved audiences that a message offers. */
const MOST_SAVED = 100

/** The inputs of the sentence, which go with the message. */
const PARTS = ['to', 'did', 'event', 'near.within', 'near.unit', 'near.location', 'tag'] as const

/** Returns the inputs that say something. */
const partsOf = (values: Values): Values =>
  Object.fromEntries(
    PARTS.filter((name) => (isOfGuests(values) ? true : name !== 'did' && name !== 'event'))
      .filter((name) => !name.startsWith('near.') || values['near.location']?.trim())
      .flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  )

/** A new message: who gets it, in one sentence, and then its text. */
export function newMessagePages(app: Hono<ManageEnv>, dependencies: MailDependencies): void {
  const { messages, targeting, events, table, site } = dependencies
  if (!messages) return
  const mailings = messages
  const queries = queryStore(table)
  const path = ownerPath(':owner', 'messages')

  app.get(`${path}/new`, requires('target'), (c) =>
    whoPage(c, { values: { to: 'guests', ...partsOf(c.req.query()) }, faults: NO_FAULTS }),
  )

  app.post(`${path}/count`, requires('target'), async (c) =>
    countWhileTyping(c, dependencies, async (values, counted) =>
      said(c, counted, isToGuests(values, await eventIn(c, values))),
    ),
  )

  app.post(`${path}/new`, requires('target'), async (c) => {
    const values = textsIn(await bodyOf(c))
    const { owner, id } = c.get('owner')
    const own = ownerPath(id, 'targeting')
    if (values['to'] === 'saved') {
      const { saved = '' } = values
      if (!isNativeId(saved)) return whoPage(c, { values, faults: [unchosen('saved')] })
      return c.redirect(`${own}/${(await queries.find(owner, saved)).id}/messages`, 303)
    }
    try {
      const counted = await countPeople(targeting, await queryInSentence(c, dependencies, values))
      if (values['action'] === 'count' || counted?.people === 0)
        return await whoPage(
          c,
          { values, faults: NO_FAULTS },
          said(c, counted, isToGuests(values, await eventIn(c, values))),
        )
      const title = values['save_as']?.trim()
      if (title) {
        const query = await runIfNew(
          targeting,
          await recordQuery(targeting, owner, draftIn(site, { ...values, title })),
        )
        await logChange(c, dependencies, { action: 'query_saved', subject: { id: query.id, title } })
        return c.redirect(`${own}/${query.id}/messages`, 303)
      }
      const alone = await guestsAlone(c, values)
      const next = alone ?? `${ownerPath(id, 'messages/write')}?${new URLSearchParams(partsOf(values)).toString()}`
      return c.redirect(next, 303)
    } catch (error) {
      return whoPage(c, { values, faults: faultsOf(error) })
    }
  })

  /** The page of an event writes to its guests, if they are all that a sentence says. */
  async function guestsAlone(c: Ctx, values: Values): Promise<string | undefined> {
    const event = await eventIn(c, values)
    const guests = event && guestsOf(event, values['did'])
    if (!guests || values['near.location']?.trim() || tagsIn(withPicked(values)).length > 0) return undefined
    return `${eventPath(event.id, 'messages')}?guests=${guests}`
  }

  /** The one event whose guests a sentence is about. */
  async function eventIn(c: Ctx, values: Values): Promise<OsdiEvent | undefined> {
    const { event = '' } = values
    if (!isOfGuests(values) || !isNativeId(event)) return undefined
    const [found] = await events.findCounted(c.get('owner').owner, [event])
    return found
  }

  async function whoPage(c: Ctx, form: FormState, counted?: string) {
    const [choices, saved] = await Promise.all([
      choicesFor(c, dependencies, form.values),
      queries.list(c.get('owner').owner, { page: 1, per_page: MOST_SAVED }),
    ])
    return recipientsPage(c, form, choices, saved.members, counted)
  }

  /** The people of a sentence. The id of its question follows from it: the messages to these people are found again. */
  async function to(c: Ctx, values: Values): Promise<Addressed> {
    const { owner, id } = c.get('owner')
    const { messages: words } = c.get('texts')
    const all = { href: ownerPath(id, 'messages'), text: words.title }
    const hidden = partsOf(values)
    const asked = derivedId('people to write to', owner, JSON.stringify(hidden))
    const [query, event] = await Promise.all([queryInSentence(c, dependencies, hidden, asked), eventIn(c, hidden)])
    const choices = await choicesFor(c, dependencies, withPicked(hidden))
    const people = wordsOfQuery(c, query, choices).join('. ')
    const areGuests = isToGuests(hidden, event)
    const base = ownerPath(id, 'messages/write')
    const sentence = new URLSearchParams(hidden).toString()
    return {
      base,
      back: `${base}?${sentence}`,
      people,
      hidden,
      isToGuests: areGuests,
      ...(event && { about: event.id, zone: timeZoneOf(event) }),
      found: (isFresh) => peopleOfQuery(targeting, query, isFresh),
      all: () => mailings.listOf(asked),
      page: (parts) => page(c, { title: words.create, section: 'messages', crumb: all, ...parts }),
      choice: (
        <section class="card stack tight" aria-labelledby="who">
          <h2 id="who">{words.who}</h2>
          <p>
            {people}. <a href={`${ownerPath(id, 'messages/new')}?${sentence}`}>{words.change}</a>
          </p>
          <p class="small quiet">{areGuests ? words.toAllGuests : words.onlySubscribed}</p>
          {Object.entries(hidden).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
        </section>
      ),
    }
  }

  app.get(`${path}/write`, requires('target'), async (c) => {
    const values = partsOf(c.req.query())
    try {
      return await newMessagePage(c, await to(c, values), dependencies)
    } catch (error) {
      return whoPage(c, { values, faults: faultsOf(error) })
    }
  })

  app.post(`${path}/write`, requires('target'), async (c) => {
    const values = textsIn(await bodyOf(c))
    return composeMessage(c, values, await to(c, values), dependencies)
  })
}

/** Whether a message is about what its people come to. @param event the one whose guests they are */
function isToGuests(values: Values, event: OsdiEvent | undefined): boolean {
  if (!event) return false
  const guests = guestsOf(event, values['did'])
  return guests !== undefined && isAboutWhatComes(guests, event)
}

/** Says how many people get a message. */
function said(c: Ctx, counted: Counted, isToGuests: boolean): string {
  const { messages: words, targeting } = c.get('texts')
  if (!counted) return targeting.sentence.tooMany
  const people = isToGuests ? counted.people : counted.subscribed
  const leftOut = counted.people - people
  const gets = people === 0 ? words.noOne : words.get(people, formatNumber(c, people))
  return leftOut > 0 ? `${gets} · ${words.leftOut(leftOut, formatNumber(c, leftOut))}` : gets
}

const unchosen = (name: string) => ({
  error_code: 'required' as const,
  description: `${name} must be chosen`,
  properties: [name],
})

/** The first step of a message: who gets it. */
function recipientsPage(c: Ctx, form: FormState, choices: Choices, saved: TargetingQuery[], said: string | undefined) {
  const texts = c.get('texts')
  const { messages: words, targeting } = texts
  const { values } = form
  const path = ownerPath(c.get('owner').id, 'messages')
  return page(c, {
    title: words.create,
    section: 'messages',
    crumb: { href: path, text: words.title },
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <Form c={c} action={`${path}/new`} class="stack" data-count={`${path}/count`}>
        <FaultSummary
          texts={texts}
          form={form}
          labels={{
            include: targeting.include,
            saved: targeting.sentence.saved,
            'near.location': targeting.location,
            'near.within': targeting.within,
          }}
        />
        <section class="card stack" aria-labelledby="who">
          <h2 id="who">{words.who}</h2>
          <Sentence
            c={c}
            form={form}
            choices={choices}
            everyone={words.everyone}
            saved={
              saved.length > 0 && (
                <select class="input fit" id="saved" name="saved" aria-label={targeting.sentence.saved}>
                  <option value="">{words.chooseSaved}</option>
                  {saved.map(({ id, title, result }) => (
                    <option value={id} selected={values['saved'] === id}>
                      {result ? words.savedPeople(title, formatNumber(c, result.total_subscribed)) : title}
                    </option>
                  ))}
                </select>
              )
            }
          />
          <Count said={said} />
          <div class="narrows">
            <Field
              texts={texts}
              form={form}
              name="save_as"
              label={words.saveAs}
              hint={words.saveAsHint}
              maxlength={200}
            />
          </div>
        </section>
        <p class="line">
          <button class="btn main" name="action" value="write">
            {words.continue}
            <Icon name="chevron-right" />
          </button>
          <button class="btn" name="action" value="count" data-count-button>
            {words.count}
          </button>
        </p>
        <script src={SENTENCE_SCRIPT} defer></script>
      </Form>
    ),
  })
}
