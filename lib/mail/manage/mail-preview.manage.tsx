import type { Context } from 'hono'
import { raw } from 'hono/html'
import type { Child, FC } from 'hono/jsx'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import type { ManageEnv } from '../../manage/environment.js'

interface Previewed {
  c: Context<ManageEnv>
  subject: string
  html: string
  /** The address for answers: undefined where no one gets them. Without the property, the preview does not say it. */
  replyTo?: string | undefined
  /** Lines that follow the text. */
  children?: Child
}

/** An email as its reader will see it. The script of the composer takes it from the answer to a preview. */
export const MailPreview: FC<Previewed> = ({ c, subject, html, children, ...others }) => {
  const { messages: words } = c.get('texts')
  return (
    <section class="stack tight" id="preview" aria-live="polite">
      <h2 class="label quiet">{words.asRead}</h2>
      <div class="mail">
        <dl>
          <dt>{words.from}</dt>
          <dd>{c.get('owner').title}</dd>
          {'replyTo' in others && (
            <>
              <dt>{words.replyTo}</dt>
              <dd>{others.replyTo ?? words.noReply}</dd>
            </>
          )}
          <dt>{words.subject}</dt>
          <dd>
            <strong>{subject}</strong>
          </dd>
        </dl>
        <div class="prose">
          {raw(sanitizeHtml(html))}
          {children}
        </div>
      </div>
    </section>
  )
}

/** Buttons that put a variable where the cursor is. They are there once the script runs. */
export const Variables: FC<{
  c: Context<ManageEnv>
  variables: readonly (readonly [name: string, text: string])[]
}> = ({ c, variables }) => (
  <p class="line g2" data-variables hidden>
    <span class="small quiet">{c.get('texts').messages.putIn}</span>
    {variables.map(([name, text]) => (
      <button class="chip" type="button" value={`{${name}}`}>
        {text}
      </button>
    ))}
  </p>
)
