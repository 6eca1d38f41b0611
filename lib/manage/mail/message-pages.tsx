import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { raw } from 'hono/html'
import { groupIdOf } from '../../domain/access/principal.js'
import { signInAddress } from '../../domain/access/sign-in.js'
import { invalid, notFound } from '../../domain/errors.js'
import { isNativeId } from '../../domain/identifier.js'
import type { MessageMailing } from '../../domain/mail/mailing.js'
import { newMessage, requireMessage } from '../../domain/mail/message.js'
import type { Page } from '../../domain/page.js'
import { type QueryResult, resultToShow } from '../../domain/targeting/query-result.js'
import { htmlOfMarkdown } from '../../markdown/markdown.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'
import type { TargetingQuery } from '../../domain/targeting/targeting-query.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, faultsOf, textsIn } from '../page/form.js'
import { requires } from '../access/guards.js'
import { logChange } from '../access/log-change.js'
import { Form, page } from '../page/page.js'
import { formatNumber } from '../formats.js'
import { say } from '../page/flash.js'
import { Icon } from '../page/icons.js'
import { PagedTable } from '../page/table.js'
import { ownerPath } from '../paths.js'
import { pageIn } from '../request-params.js'
import { Time } from '../page/time.js'
import { Notice } from '../page/notice.js'

type Ctx = Context<ManageEnv>

/** Writing to the people of a query: the form, a test, and how far each message is. */
export function messagePages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { messages, targeting, owners, site } = dependencies
  if (!messages) return
  const { queries, results } = targeting
  const path = `${ownerPath(':owner', 'targeting')}/:query/messages`
  const queryOf = (c: Ctx) => {
    const id = c.req.param('query') ?? ''
    if (!isNativeId(id)) throw notFound()
    return queries.find(c.get('owner').owner, id)
  }
  const messageOf = async (c: Ctx) => {
    const message = await messages.find(c.req.param('message') ?? '')
    if (message?.kind !== 'message' || message.owner !== c.get('owner').owner) throw notFound()
    return message
  }

  app.get(ownerPath(':owner', 'messages'), requires('target'), async (c) =>
    audiencesPage(c, await queries.list(c.get('owner').owner, pageIn(c))),
  )

  app.get(path, requires('target'), async (c) => {
    const query = await queryOf(c)
    const form = { values: { test_to: c.get('session').address, draft: randomUUID() }, faults: NO_FAULTS }
    return messagesPage(c, { query, form, all: await messages.listOf(query.id) })
  })

  app.post(path, requires('target'), async (c) => {
    const [query, values] = [await queryOf(c), textsIn(await c.req.parseBody())]
    const { owner, id, person } = c.get('owner')
    const { subject = '', text = '', test_to = '', due = '', draft = '' } = values
    // Tags are not HTML here: what was typed is what is read.
    const html = htmlOfMarkdown(text.replace(/\r\n?/g, '\n'))
    const again = async (form: FormState, said?: string) =>
      messagesPage(c, { query, form, said, all: await messages.listOf(query.id) })
    try {
      requireMessage({ subject, html })
      if (values['action'] === 'test') {
        const address = await testAddress(c, test_to, owners)
        if (!(await messages.test(owner, address, { subject, html }))) throw invalidField('tests')
        await logChange(c, dependencies, {
          action: 'message_tested',
          subject: { id: query.id, title: subject },
        })
        return await again({ values, faults: NO_FAULTS }, c.get('texts').messages.tested)
      }
      const result = await resultToShow(query, undefined, results)
      if (values['action'] === 'check') return confirmPage(c, { query, values, html, result })
      if (values['action'] !== 'send') return await again({ values, faults: NO_FAULTS })
      const now = new Date()
      const at = due === '' ? new Date(now.getTime() + UNDO_MS) : new Date(`${due}Z`)
      const message = newMessage(
        { subject, html },
        // A form that is sent twice writes one message.
        { id: isNativeId(draft) ? draft : randomUUID(), owner, result, due: at, author: person, now },
      )
      await messages.create(message)
      await logChange(c, dependencies, {
        action: 'message_sent',
        subject: { id: message.id, title: subject },
        detail: String(message.total),
      })
      const sent = `${ownerPath(id, 'targeting')}/${query.id}/messages/${message.id}`
      const { messages: words } = c.get('texts')
      say(c, site, {
        said: words.isSent(message.total, formatNumber(c, message.total)),
        also: due === '' ? words.undoFor : '',
        undo: { action: `${sent}/pause`, label: words.takeBack },
      })
      return c.redirect(sent, 303)
    } catch (error) {
      return again({ values, faults: faultsOf(error) })
    }
  })

  app.get(`${path}/:message`, requires('target'), async (c) => messagePage(c, await messageOf(c)))

  app.post(`${path}/:message/:action`, requires('target'), async (c) => {
    const message = await messageOf(c)
    const { id, query } = message
    const action = c.req.param('action')
    if (action === 'pause') await messages.pause(id)
    else if (action === 'resume') await messages.resume(message, new Date())
    else throw notFound()
    return c.redirect(`${ownerPath(c.get('owner').id, 'targeting')}/${query}/messages/${id}`, 303)
  })
}

/**
 * The address that a test goes to: one with which a member of the group, or the person of the account, signs in.
 * @throws OsdiError invalid for any other
 */
async function testAddress(c: Ctx, wanted: string, owners: ManageDependencies['owners']): Promise<string> {
  const own = c.get('session').address
  const address = signInAddress(wanted || own)
  const group = groupIdOf(c.get('owner').owner)
  if (address === own) return own
  const members = group === undefined ? [] : await owners.members(group)
  if (members.some(({ sign_in_address }) => sign_in_address === address)) return address
  throw invalidField('test_to')
}

const invalidField = (name: string) =>
  invalid([{ error_code: 'malformed', description: `${name} is refused`, properties: [name] }])

/** A message starts after this time, in which it can be taken back. */
const UNDO_MS = 30_000

/** The people that a message can be written to: those of the queries. */
function audiencesPage(c: Ctx, found: Page<TargetingQuery>) {
  const { messages: words, targeting } = c.get('texts')
  const base = ownerPath(c.get('owner').id, 'targeting')
  return page(c, {
    title: words.title,
    section: 'messages',
    buttons: (
      <a class="btn main" href={`${base}/new`}>
        <Icon name="plus" />
        {targeting.create}
      </a>
    ),
    children: (
      <>
        <p class="quiet">{words.choose}</p>
        <PagedTable
          c={c}
          found={found}
          path={ownerPath(c.get('owner').id, 'messages')}
          none={targeting.none}
          columns={[
            {
              title: targeting.query,
              cell: ({ id, title }) => <a href={`${base}/${id}/messages`}>{title}</a>,
            },
            {
              title: targeting.toMail,
              kind: 'number',
              cell: ({ result }) => (result ? formatNumber(c, result.total_subscribed) : '–'),
            },
          ]}
        />
      </>
    ),
  })
}

interface ToConfirm {
  query: TargetingQuery
  values: Record<string, string>
  html: string
  result: QueryResult
}

/** Asks before a message goes out: how many people get it, when, and the mail as the first of them might read it. */
function confirmPage(c: Ctx, { query, values, html, result }: ToConfirm) {
  const { messages: words } = c.get('texts')
  const { title: group, id } = c.get('owner')
  const base = `${ownerPath(id, 'targeting')}/${query.id}/messages`
  const people = result.total_subscribed
  const count = formatNumber(c, people)
  const { subject = '', text = '', due = '', draft = '', test_to = '' } = values
  const sample: Record<string, string> = { greeting: words.sampleGreeting, given_name: 'Olga', group }
  const filled = (each: string, written: (value: string) => string = (value) => value) =>
    each.replace(/\{(\w+)\}/g, (whole, name: string) => written(sample[name] ?? whole))
  const hidden = { subject, text, due, draft, test_to }
  const fields = Object.entries(hidden).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ))
  return page(c, {
    title: words.sendTo(people, count),
    section: 'messages',
    crumb: { href: base, text: words.write },
    children: (
      <div class="two halves">
        <div class="stack g5">
          <section class="card flush">
            <ul class="rows">
              <li>
                <Icon name="users" />
                <p class="grow">
                  <strong>{words.get(people, count)}</strong>
                  <br />
                  <span class="small quiet">{query.title}</span>
                </p>
              </li>
              <li>
                <Icon name="undo" />
                <p class="grow">{due === '' ? words.afterSeconds : words.at(due.replace('T', ' '))}</p>
              </li>
            </ul>
          </section>
          <div class="line">
            <Form c={c} action={base}>
              {fields}
              <button class="btn main big" name="action" value="send">
                <Icon name="send" />
                {words.sendButton(people, count)}
              </button>
            </Form>
            <Form c={c} action={base}>
              {fields}
              <button class="btn ghost" name="action" value="edit">
                {words.notYet}
              </button>
            </Form>
          </div>
        </div>
        <section class="stack tight">
          <h2 class="label quiet">{words.asRead}</h2>
          <div class="mail">
            <dl>
              <dt>{words.subject}</dt>
              <dd>
                <strong>{filled(subject)}</strong>
              </dd>
            </dl>
            <div class="prose">{raw(sanitizeHtml(filled(html, escaped)))}</div>
          </div>
        </section>
      </div>
    ),
  })
}

const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => CHARACTERS[each] ?? each)

interface MessagesParts {
  query: TargetingQuery
  form: FormState
  said?: string | undefined
  all: MessageMailing[]
}

function messagesPage(c: Ctx, { query, form, said, all }: MessagesParts) {
  const texts = c.get('texts')
  const { messages: words } = texts
  const base = `${ownerPath(c.get('owner').id, 'targeting')}/${query.id}/messages`
  return page(c, {
    title: `${words.write}: ${query.title}`,
    section: 'targeting',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {said && <Notice kind="plain">{said}</Notice>}
        <p>{words.to(query.result?.total_subscribed ?? 0)}</p>
        <Form
          c={c}
          action={base}
          class="card stack max-l"
          data-unsaved={form.values['text'] ? 'changed' : 'no'}
        >
          <FaultSummary
            texts={texts}
            form={form}
            labels={{
              subject: words.subject,
              html: words.text,
              text: words.text,
              due: words.due,
              test_to: words.testTo,
            }}
          />
          <input type="hidden" name="draft" value={form.values['draft'] ?? ''} />
          <Field texts={texts} form={form} name="subject" label={words.subject} maxlength={200} required />
          <Field
            texts={texts}
            form={form}
            name="text"
            label={words.text}
            hint={words.hint}
            rows={12}
            required
          />
          <div class="cols">
            <Field texts={texts} form={form} name="test_to" type="email" label={words.testTo} />
            <Field texts={texts} form={form} name="due" type="datetime-local" label={words.due} />
          </div>
          <p class="line">
            <button class="btn main" name="action" value="check">
              {words.check}
            </button>
            <button class="btn" name="action" value="test">
              {words.test}
            </button>
          </p>
        </Form>
        {all.length > 0 && (
          <ul>
            {all.map((each) => (
              <li>
                <a href={`${base}/${each.id}`}>{each.subject}</a> {words.progress(each.sent, each.total)}
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  })
}

/** Shows the progress of a message, and the bounces and complaints about it. */
function messagePage(c: Ctx, message: MessageMailing) {
  const { messages: words } = c.get('texts')
  const { id, query, subject, status, sent, total, due_date } = message
  const { refused = 0, bounced = 0, complained = 0 } = message
  const base = `${ownerPath(c.get('owner').id, 'targeting')}/${query}/messages`
  const facts = [
    [words.states[status], <Time c={c} at={due_date} />],
    [words.sent, `${sent} / ${total}`],
    [words.refused, refused],
    [words.bounced, bounced],
    [words.complained, complained],
  ] as const
  return page(c, {
    title: subject,
    section: 'targeting',
    children: (
      <>
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
        <p>
          <a href={base}>{words.write}</a>
        </p>
      </>
    ),
  })
}
