import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { groupIdOf } from '../../runtime/owner.js'
import { signInAddress } from '../../access/sign-in-address.js'
import { OsdiError, invalid } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import { instantOf } from '../../events/zoned.js'
import { isTimeZone } from '../../fields/time-zone.js'
import { isNativeId } from '../../fields/identifier.js'
import type { MessageMailing } from '../mailing.js'
import { replyToOf } from '../store/confirmed-addresses.js'
import { MESSAGE_VARIABLES, newMessage, requireMessage } from '../message.js'
import { type QueryResult, totalFor } from '../../targeting/query-result.js'
import type { TargetingQuery } from '../../targeting/targeting-query.js'
import { htmlOfMarkdown, markdownFault } from '../../markup/markdown.js'
import { logChange } from '../../manage/access/log-change.js'
import type { MailDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber, zoneName } from '../../manage/formats.js'
import { say } from '../../manage/page/flash.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, faultsOf, textsIn } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { MailPreview, Variables } from './mail-preview.manage.js'
import { COMPOSER_SCRIPT, ownerPath } from '../../manage/paths.js'
import { zoneOf } from '../../events/manage/zone-of.manage.js'

type Ctx = Context<ManageEnv>

/** A message starts after this time, in which it can be taken back. */
const UNDO_MS = 30_000

/** The people that a message is written to, and the pages around its form. */
export interface Addressed {
  /** The address of the form. */
  base: string
  /** The address of the page to come back to, where it is another one. */
  back?: string
  /** The name of the people. */
  people: string
  /** Finds the people. @param isFresh whether they are to be looked for anew */
  found: (isFresh: boolean) => Promise<QueryResult>
  /** The messages that were written to them before. */
  all: () => Promise<MessageMailing[]>
  /** The page of the form. */
  page: (parts: { children: Child; status: 200 | 400 }) => Response
  /** The choice of the people, within the form. */
  choice: Child
  /** The time zone of the event that they are guests of. */
  zone?: string | undefined
  /** The query that names the event whose time zone is theirs, where `zone` is not known. */
  query?: TargetingQuery
  /** Whether it is about an event that they come to, or wait for. */
  isToGuests?: boolean
  /** The event that it is about. */
  about?: string
  /** Fields of the form that name the people. */
  hidden?: Record<string, string>
}

/** Answers with an empty form. */
export const newMessagePage = async (c: Ctx, to: Addressed, dependencies: MailDependencies) =>
  formPage(c, to, {
    form: {
      values: {
        text: '{greeting}\n\n',
        test_to: c.get('session').address,
        draft: randomUUID(),
        zone: to.zone ?? (await zoneOf(c, dependencies, to.query)) ?? '',
      },
      faults: NO_FAULTS,
    },
    all: await to.all(),
  })

/** Does what a button of the form asks for: a preview, a test, the page that asks, or the message itself. */
export async function composeMessage(
  c: Ctx,
  values: Record<string, string>,
  to: Addressed,
  dependencies: MailDependencies,
): Promise<Response> {
  const { owners, site } = dependencies
  const messages = dependencies.messages as NonNullable<MailDependencies['messages']>
  const { owner, id, person } = c.get('owner')
  const { isToGuests = false } = to
  const { subject = '', text = '', test_to = '', due = '', draft = '', zone = '' } = values
  // Tags are not HTML here: what was typed is what is read.
  const typed = text.replace(/\r\n?/g, '\n')
  const html = markdownFault(typed) === undefined ? htmlOfMarkdown(typed) : ''
  const letter = await letterOf(c, dependencies, to.about === undefined ? undefined : c.get('event'))
  const again = async (form: FormState, said?: string) =>
    formPage(c, to, { form, said, preview: { subject, html, letter }, all: await to.all() })
  try {
    // Refuses what was left out.
    if (!html && typed) htmlOfMarkdown(typed)
    if (values['action'] === 'preview' || values['action'] === 'edit') return await again({ values, faults: NO_FAULTS })
    requireMessage({ subject, html })
    if (values['action'] === 'test') {
      const address = await testAddress(c, test_to, owners)
      if (!(await messages.test(owner, address, { subject, html }))) throw invalidField('tests')
      await logChange(c, dependencies, { action: 'message_tested', subject: { id, title: subject } })
      return await again({ values, faults: NO_FAULTS }, c.get('texts').messages.tested)
    }
    const isAsking = values['action'] === 'check'
    if (!isAsking && values['action'] !== 'send') return await again({ values, faults: NO_FAULTS })
    const result = await to.found(isAsking)
    if (isAsking) return confirmPage(c, to, { values, html, result, letter })
    const now = new Date()
    const at = due === '' ? new Date(now.getTime() + UNDO_MS) : instantIn(due, zone)
    const message = newMessage(
      { subject, html },
      // A form that is sent twice writes one message.
      {
        id: isNativeId(draft) ? draft : randomUUID(),
        owner,
        result,
        due: at,
        author: person,
        isToGuests,
        about: to.about,
        now,
      },
    )
    await messages.create(message)
    await logChange(c, dependencies, {
      action: 'message_sent',
      subject: { id: message.id, title: subject },
      detail: String(message.total),
    })
    const sent = `${ownerPath(id, 'targeting')}/${result.query}/messages/${message.id}`
    const { messages: words } = c.get('texts')
    say(c, site, {
      said: words.isSent(message.total, formatNumber(c, message.total)),
      also: due === '' ? words.undoFor : '',
      undo: { action: `${sent}/pause`, label: words.takeBack },
    })
    return c.redirect(sent, 303)
  } catch (error) {
    // Many people are counted by the queue.
    if (error instanceof OsdiError && error.code === 'conflict')
      return again({ values, faults: NO_FAULTS }, c.get('texts').messages.counting)
    return again({ values, faults: faultsOf(error) })
  }
}

/** Returns the instant of a wall clock; none for what a field for dates would not send. */
const instantIn = (due: string, zone: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(due) && !Number.isNaN(Date.parse(`${due}Z`))
    ? new Date(instantOf(due, isTimeZone(zone) ? zone : undefined))
    : new Date(NaN)

/** Reads the form. */
export const valuesOf = async (c: Ctx) => textsIn(await c.req.parseBody())

/**
 * The address that a test goes to: one with which a member of the group, or the person of the account, signs in.
 * @throws OsdiError invalid for any other
 */
async function testAddress(c: Ctx, wanted: string, owners: MailDependencies['owners']): Promise<string> {
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

interface ToConfirm {
  values: Record<string, string>
  html: string
  result: QueryResult
  letter: Letter
}

/** Asks before a message goes out: how many people get it, when, and the email as the first of them might read it. */
function confirmPage(
  c: Ctx,
  { base, back = base, people: named, hidden, isToGuests = false }: Addressed,
  { values, html, result, letter }: ToConfirm,
) {
  const { messages: words } = c.get('texts')
  const people = totalFor(result, isToGuests ? 'everybody' : 'email')
  const leftOut = result.total_people - people
  const count = formatNumber(c, people)
  const { subject = '', text = '', due = '', draft = '', test_to = '', zone = '' } = values
  const fields = Object.entries({ subject, text, due, draft, test_to, zone, ...hidden }).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ))
  return page(c, {
    title: words.sendTo(people, count),
    section: 'messages',
    crumb: { href: back, text: words.write },
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
                  <span class="small quiet">
                    {named}
                    {leftOut > 0 && ` · ${words.leftOut(leftOut, formatNumber(c, leftOut))}`}
                  </span>
                </p>
              </li>
              <li>
                <Icon name="undo" />
                <p class="grow">
                  {due === '' ? words.afterSeconds : words.at(due.replace('T', ' '), namedZone(c, zone))}
                </p>
              </li>
            </ul>
          </section>
          <div class="line">
            <Form c={c} action={base}>
              {fields}
              <button class="btn main big" name="action" value="send" disabled={people === 0}>
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
        <Preview c={c} subject={subject} html={html} letter={letter} />
      </div>
    ),
  })
}

const namedZone = (c: Ctx, zone: string) => (isTimeZone(zone) ? zoneName(zone, c.get('lang')) : 'UTC')

/** The parts of a message beside its text: the address for answers, and that of the group at its end. */
export type Letter = Record<'reply_to' | 'mail_address', string | undefined>

/** Returns the letter of a message, or of one about an event, whose contact gets its answers. */
export async function letterOf(
  c: Ctx,
  { owners, table }: Pick<MailDependencies, 'owners' | 'table'>,
  event?: OsdiEvent,
): Promise<Letter> {
  const [{ mail_address, reply_to }, contact] = await Promise.all([
    owners.settingsOf(c.get('owner').owner),
    event && replyToOf(table, event),
  ])
  return { mail_address, reply_to: contact ?? reply_to }
}

/** The email as one of the people will read it. */
export const Preview: FC<{ c: Ctx; subject: string; html: string; letter: Letter }> = ({
  c,
  subject,
  html,
  letter,
}) => {
  const { messages: words } = c.get('texts')
  const group = c.get('owner').title
  const sample: Record<string, string> = { greeting: words.sampleGreeting, given_name: 'Olga', group }
  const filled = (each: string, written: (value: string) => string = (value) => value) =>
    each.replace(/\{(\w+)\}/g, (whole, name: string) => written(sample[name] ?? whole))
  return (
    <MailPreview c={c} subject={filled(subject)} html={filled(html, escaped)} replyTo={letter.reply_to}>
      <footer class="as-typed">{[group, letter.mail_address, words.unsubscribe].filter(Boolean).join('\n')}</footer>
    </MailPreview>
  )
}

const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => CHARACTERS[each] ?? each)

interface FormParts {
  form: FormState
  said?: string | undefined
  preview?: { subject: string; html: string; letter: Letter }
  all: MessageMailing[]
}

function formPage(c: Ctx, to: Addressed, { form, said, preview, all }: FormParts): Response {
  const texts = c.get('texts')
  const { messages: words } = texts
  const { draft = '', zone = '' } = form.values
  const { owner } = { owner: c.get('owner') }
  return to.page({
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {said && <Notice kind="good">{said}</Notice>}
        <div class="two halves">
          <Form
            c={c}
            action={to.base}
            class="stack g5"
            data-unsaved={form.values['text'] ? 'changed' : 'no'}
            data-composer="text"
          >
            <FaultSummary
              texts={texts}
              form={form}
              labels={{
                subject: words.subject,
                html: words.text,
                text: words.text,
                due: words.dueAt,
                test_to: words.testTo,
              }}
            />
            <input type="hidden" name="draft" value={draft} />
            <input type="hidden" name="zone" value={zone} />
            {to.choice}
            <section class="card stack">
              <Field texts={texts} form={form} name="subject" label={words.subject} maxlength={200} required />
              <Field texts={texts} form={form} name="text" label={words.text} hint={words.hint} rows={12} required />
              <Variables c={c} variables={MESSAGE_VARIABLES.map((name) => [name, words.variables[name]] as const)} />
            </section>
            <section class="card stack">
              <Field
                texts={texts}
                form={form}
                name="due"
                type="datetime-local"
                label={words.due(namedZone(c, zone))}
                hint={words.dueHint}
              />
              <Field texts={texts} form={form} name="test_to" type="email" label={words.testTo} />
            </section>
            <p class="line">
              <button class="btn main" name="action" value="check">
                {words.check}
              </button>
              <button class="btn" name="action" value="preview" data-preview-button formnovalidate>
                {words.preview}
              </button>
              <button class="btn" name="action" value="test">
                {words.test}
              </button>
            </p>
          </Form>
          {preview ? <Preview c={c} {...preview} /> : <section id="preview" aria-live="polite"></section>}
        </div>
        {all.length > 0 && (
          <section class="stack g3">
            <h2>{words.before}</h2>
            <ul class="rows card flush">
              {all.map((each) => (
                <li>
                  <a class="over grow" href={`${ownerPath(owner.id, 'targeting')}/${each.query}/messages/${each.id}`}>
                    {each.subject}
                  </a>
                  <span class="small quiet">
                    {words.progress(formatNumber(c, each.sent), formatNumber(c, each.total))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <script src={COMPOSER_SCRIPT} defer></script>
      </>
    ),
  })
}
