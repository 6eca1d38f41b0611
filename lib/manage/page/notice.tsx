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

/** A link or a secret with a button that copies it. Without a script there is only the field. */
export const CopyField: FC<{ id: string; label: string; value: string; button: string; done: string }> = ({
  id,
  label,
  value,
  button,
  done,
}) => (
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
