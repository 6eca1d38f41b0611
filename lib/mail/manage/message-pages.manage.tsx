import type { Context, Hono } from 'hono'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { isNativeId } from '../../fields/identifier.js'
import type { MessageMailing } from '../mailing.js'
import type { MailDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { requires } from '../../manage/access/guards.js'
import { say } from '../../manage/page/flash.js'
import { Form, page } from '../../manage/page/page.js'
import { formatNumber } from '../../manage/formats.js'
import { Icon } from '../../manage/page/icons.js'
import { ownerPath } from '../../manage/paths.js'
import { Time } from '../../manage/page/time.js'
import {
  type Addressed,
  type Letter,
  Preview,
  composeMessage,
  letterOf,
  newMessagePage,
  valuesOf,
} from './composer.manage.js'
import { loadEvent } from '../../events/store/load-event.js'
import { zoneOf } from '../../events/manage/zone-of.manage.js'
import { resultStore } from '../../targeting/store/result-store.js'
import { queryStore } from '../../targeting/store/query-store.js'
import { peopleOfQuery } from './people-of-query.manage.js'

type Ctx = Context<ManageEnv>

/** Number of messages that their page lists. */
const NEWEST = 25

/** Writing to the people of a query: the form, a test, and how far each message is. */
export function messagePages(app: Hono<ManageEnv>, dependencies: MailDependencies): void {
  const { messages, targeting, site } = dependencies
  if (!messages) return
  const queries = queryStore(targeting.table)
  const results = resultStore(targeting.table)
  const path = `${ownerPath(':owner', 'targeting')}/:query/messages`
  const queryOf = async (c: Ctx) => {
    const id = c.req.param('query') ?? ''
    if (!isNativeId(id)) throw notFound()
    return queries.find(c.get('owner').owner, id)
  }
  const messageOf = async (c: Ctx) => {
    const message = await messages.find(c.req.param('message') ?? '')
    if (message?.kind !== 'message' || message.owner !== c.get('owner').owner) throw notFound()
    return message
  }
  const peopleOf = async (c: Ctx): Promise<Addressed> => {
    const query = await queryOf(c)
    const { messages: words } = c.get('texts')
    const people = query.result?.total_subscribed ?? 0
    return {
      base: `${ownerPath(c.get('owner').id, 'targeting')}/${query.id}/messages`,
      people: query.title,
      query,
      found: () => peopleOfQuery(targeting, query, false),
      all: () => messages.listOf(query.id),
      page: (parts) => page(c, { title: `${words.write}: ${query.title}`, section: 'messages', ...parts }),
      choice: <p>{words.to(people, formatNumber(c, people))}</p>,
    }
  }

  app.get(ownerPath(':owner', 'messages'), requires('target'), async (c) => {
    const [newest, zone] = await Promise.all([messages.newestOf(c.get('owner').owner, NEWEST), zoneOf(c, dependencies)])
    return messagesPage(c, newest, zone)
  })

  app.get(path, requires('target'), async (c) => newMessagePage(c, await peopleOf(c), dependencies))

  app.post(path, requires('target'), async (c) => composeMessage(c, await valuesOf(c), await peopleOf(c), dependencies))

  app.get(`${path}/:message`, requires('target'), async (c) => {
    const message = await messageOf(c)
    // Its people are kept for some weeks, with what was asked for.
    const result = await results.find(message.query, message.result).catch(unlessGone)
    const [query, zone, about] = await Promise.all([
      queries.find(c.get('owner').owner, message.query).catch(unlessGone),
      zoneOf(c, dependencies, result?.asked),
      message.about === undefined ? undefined : loadEvent(dependencies.table, message.about),
    ])
    const letter = await letterOf(c, dependencies, about)
    return messagePage(c, message, { people: query?.title ?? about?.title, zone, letter })
  })

  app.post(`${path}/:message/:action`, requires('target'), async (c) => {
    const message = await messageOf(c)
    const { id, query } = message
    const action = c.req.param('action')
    const { messages: words } = c.get('texts')
    if (action === 'pause') await messages.pause(id)
    else if (action === 'resume') await messages.resume(message, new Date())
    else throw notFound()
    // The message may have been sent since the page was shown.
    const { status } = await messageOf(c)
    if (status === 'paused') say(c, site, { said: words.isPaused })
    else say(c, site, { said: status === 'done' ? words.isDone : words.goesOn })
    return c.redirect(`${ownerPath(c.get('owner').id, 'targeting')}/${query}/messages/${id}`, 303)
  })
}

const unlessGone = (error: unknown) => {
  if (error instanceof OsdiError && error.code === 'not_found') return undefined
  throw error
}

/** The newest messages, and how far they are. */
function messagesPage(c: Ctx, newest: MessageMailing[], zone: string | undefined) {
  const { messages: words } = c.get('texts')
  const { id: owner } = c.get('owner')
  return page(c, {
    title: words.title,
    section: 'messages',
    buttons: (
      <a class="btn main" href={ownerPath(owner, 'messages/new')}>
        <Icon name="plus" />
        {words.create}
      </a>
    ),
    children:
      newest.length === 0 ? (
        <p class="quiet">{words.none}</p>
      ) : (
        <ul class="rows card flush">
          {newest.map(({ id, query, subject, status, due_date, sent, total }) => (
            <li>
              <span class="grow">
                <a class="over" href={`${ownerPath(owner, 'targeting')}/${query}/messages/${id}`}>
                  {subject}
                </a>
                <span class="small quiet dots">
                  <Time c={c} at={due_date} zone={zone} />
                  <span>{words.progress(formatNumber(c, sent), formatNumber(c, total))}</span>
                </span>
              </span>
              <span class="badge">{words.states[status]}</span>
            </li>
          ))}
        </ul>
      ),
  })
}

interface SentMessage {
  /** The name of the people whom it is for, while that is kept. */
  people: string | undefined
  zone: string | undefined
  letter: Letter
}

/** Shows a message and its people, how far it is, and the bounces and complaints about it. */
function messagePage(c: Ctx, message: MessageMailing, { people, zone, letter }: SentMessage) {
  const { messages: words } = c.get('texts')
  const { id, query, subject, html, status, sent, total, due_date } = message
  const { refused = 0, bounced = 0, complained = 0 } = message
  const base = `${ownerPath(c.get('owner').id, 'targeting')}/${query}/messages`
  const count = (number: number) => formatNumber(c, number)
  const facts = [
    [words.sent, `${count(sent)} / ${count(total)}`],
    [words.refused, refused],
    [words.bounced, bounced],
    [words.complained, complained],
  ] as const
  return page(c, {
    title: subject,
    section: 'messages',
    crumb: { href: ownerPath(c.get('owner').id, 'messages'), text: words.title },
    children: (
      <>
        <p class="quiet dots">
          <span class="badge">{words.states[status]}</span>
          <Time c={c} at={due_date} zone={zone} />
          {people && <span>{people}</span>}
        </p>
        <progress max={Math.max(1, total)} value={sent} aria-label={words.sent}></progress>
        <dl class="stats">
          {facts.map(([label, value]) => (
            <div>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {status !== 'done' && (
          <Form c={c} action={`${base}/${id}/${status === 'paused' ? 'resume' : 'pause'}`}>
            <p class="line">
              <button class="btn">{status === 'paused' ? words.resume : words.pause}</button>
            </p>
          </Form>
        )}
        {html && (
          <div class="max-l">
            <Preview c={c} subject={subject} html={html} letter={letter} />
          </div>
        )}
      </>
    ),
  })
}
