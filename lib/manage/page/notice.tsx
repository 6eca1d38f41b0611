import type { Child, FC } from 'hono/jsx'
import { Icon, type IconName } from './icons.js'

const ICONS: Record<'good' | 'warn' | 'bad' | 'plain', IconName> = {
  good: 'circle-check',
  warn: 'triangle-alert',
  bad: 'circle-alert',
  plain: 'info',
}

/** A sentence about what has happened, or what a reader has to know. What is wrong is announced at once. */
export const Notice: FC<{ kind: keyof typeof ICONS; beside?: Child; children?: Child }> = ({
  kind,
  beside,
  children,
}) => (
  <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    <Icon name={ICONS[kind]} />
    <div>{children}</div>
    {beside}
  </div>
)

/** The text in place of an empty list: its future content, and the one thing to do. */
export const Empty: FC<{ icon: IconName; title: string; children?: Child }> = ({ icon, title, children }) => (
  <div class="card empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children}
  </div>
)

interface CopyProps {
  id: string
  label: string
  value: string
  /** The text of the button, before and after it was pressed. */
  button: string
  done: string
}

/** A link with a button that copies it. Without a script there is only the field. */
export const CopyField: FC<CopyProps> = ({ id, label, value, button, done }) => (
  <div class="copy">
    <label class="vh" for={id}>
      {label}
    </label>
    <input id={id} readonly value={value} />
    <button class="btn" type="button" data-copy={id} data-done={done} hidden>
      <Icon name="copy" />
      <span>{button}</span>
    </button>
  </div>
)

/** An address of a page: a link that opens it, and a field that copies it. */
export const CopyLink: FC<CopyProps> = (copied) => (
  <div class="stack tight">
    <p class="small">
      <a href={copied.value}>{copied.label}</a>
    </p>
    <CopyField {...copied} />
  </div>
)

/** A secret or a piece of code, whole, with a button that copies it. */
export const CopyBlock: FC<Omit<CopyProps, 'label'>> = ({ id, value, button, done }) => (
  <div class="stack tight">
    <pre id={id}>{value}</pre>
    <p>
      <button class="btn" type="button" data-copy={id} data-done={done} hidden>
        <Icon name="copy" />
        <span>{button}</span>
      </button>
    </p>
  </div>
)
