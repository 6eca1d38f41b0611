import type { Context } from 'hono'
import { EVENT_MAILS, type EventMail, isSwitchedOn } from '../kinds-of-event-email.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Mail } from '../mail.js'
import { type MailWordings, VARIABLES, wordingOf } from '../mail-wording.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { FaultSummary, Field, type FormState, Select } from '../../manage/page/form.js'
import { Form, page } from '../../manage/page/page.js'
import { Table } from '../../manage/page/table.js'
import { COMPOSER_SCRIPT } from '../../manage/paths.js'
import { MailPreview, Variables } from './mail-preview.manage.js'
import { Notice } from '../../manage/page/notice.js'

type Ctx = Context<ManageEnv>

interface MailsView {
  base: string
  event: OsdiEvent | undefined
  own: MailWordings
  /** The wordings of the event's owner. */
  inherited: MailWordings
}

/** Every kind of mail: whether it is sent, and whether its wording was changed. */
export function mailsPage(c: Ctx, { base, event, own, inherited }: MailsView) {
  const { mails: words } = c.get('texts')
  return framed(c, event, {
    title: words.title,
    children: (
      <>
        <p>{event ? words.explainEvent : words.explain}</p>
        <Table
          rows={EVENT_MAILS.map((kind) => ({ kind, wording: wordingOf(kind, own, inherited) }))}
          columns={[
            { title: words.mail, cell: ({ kind }) => <a href={`${base}/${kind}`}>{words.kinds[kind]}</a> },
            {
              title: words.isSent,
              isNamed: true,
              cell: ({ kind, wording }) => words.sentChoices[isSwitchedOn(kind, wording) ? 'on' : 'off'],
            },
            {
              title: words.wording,
              isNamed: true,
              cell: ({ wording }) => (wording.subject || wording.body ? words.own : words.byDefault),
            },
          ]}
        />
      </>
    ),
  })
}

/** The mails of an event stand in its frame, below its title, those of a group in its settings. */
function framed(
  c: Ctx,
  event: OsdiEvent | undefined,
  parts: Pick<Parameters<typeof page>[1], 'title' | 'children' | 'status'>,
) {
  if (!event) return page(c, { ...parts, section: 'settings/mails' })
  const { title, children, ...others } = parts
  return eventPage(c, 'mails', {
    ...others,
    named: `${title}: ${event.title}`,
    children: (
      <>
        <h2>{title}</h2>
        {children}
      </>
    ),
  })
}

interface MailForm {
  base: string
  event: OsdiEvent | undefined
  kind: EventMail
  form: FormState
  /** The email as it is worded; undefined where no event could be shown in it. */
  preview: Omit<Mail, 'id'> | undefined
  said?: string | undefined
}

/** One kind of mail, with what people would see. */
export function mailFormPage(c: Ctx, { base, event, kind, form, preview, said }: MailForm) {
  const texts = c.get('texts')
  const { mails: words } = texts
  return framed(c, event, {
    title: words.kinds[kind],
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {said && <Notice kind="good">{said}</Notice>}
        <div class="two halves">
          <Form
            c={c}
            action={`${base}/${kind}`}
            class="card stack"
            data-composer="body"
            data-unsaved={form.faults.length > 0 || said ? 'changed' : 'no'}
          >
            <FaultSummary texts={texts} form={form} labels={{ subject: words.subject, body: words.body }} />
            <Select form={form} name="is_sent" label={words.isSent} options={words.sentChoices} />
            <Field texts={texts} form={form} name="subject" label={words.subject} maxlength={200} />
            <Field
              texts={texts}
              form={form}
              name="body"
              label={words.body}
              hint={`${words.hint} ${words.variables(VARIABLES.map((name) => `{${name}}`).join(', '))}`}
              rows={12}
              maxlength={10_000}
            />
            <Variables c={c} variables={VARIABLES.map((name) => [name, `{${name}}`] as const)} />
            <p class="line">
              <button class="btn main" name="action" value="save">
                {words.save}
              </button>
              <button class="btn" name="action" value="preview" data-preview-button>
                {words.preview}
              </button>
              {preview && (
                <button class="btn" name="action" value="test">
                  {words.test}
                </button>
              )}
            </p>
          </Form>
          {preview ? (
            <MailPreview c={c} subject={preview.subject} html={bodyOf(preview.html)} />
          ) : (
            <section id="preview" aria-live="polite">
              {form.faults.length === 0 && <p>{words.noEvent}</p>}
            </section>
          )}
        </div>
        <p>
          <a href={base}>{words.all}</a>
        </p>
        <script src={COMPOSER_SCRIPT} defer></script>
      </>
    ),
  })
}

/** An email is a whole document. */
const bodyOf = (html: string) => /<body[^>]*>([^]*)<\/body>/.exec(html)?.[1] ?? html
