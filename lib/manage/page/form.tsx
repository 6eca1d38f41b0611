import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { type Fault, OsdiError } from '../../runtime/errors.js'
import type { Texts } from '../texts.js'
import { Icon, type IconName } from './icons.js'
import { Notice } from './notice.js'

/** The fields of a form by their names, and their faults. */
export interface FormState {
  values: Record<string, string>
  faults: readonly Fault[]
}

export const NO_FAULTS: readonly Fault[] = []

/** The texts of a sent form. A field that is sent several times has its last text; files are left out. */
export const textsIn = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const last: unknown = Array.isArray(value) ? value.at(-1) : value
      return typeof last === 'string' ? [[name, last]] : []
    }),
  )

/** Reads a sent form. `valuesOf` returns the values of all inputs of a name. @throws as bodyOf */
export async function formIn(c: Context) {
  const body = await c.req.parseBody({ all: true }).catch(noForm)
  const valuesOf = (name: string) => [body[name] ?? []].flat().filter((value) => typeof value === 'string')
  return { values: textsIn(body), valuesOf }
}

const noForm = () => {
  throw new OsdiError('invalid', 'The body is no form')
}

/** Returns the faults that an error names, for a form that is answered again. @throws any other error */
export function faultsOf(error: unknown): readonly Fault[] {
  if (error instanceof OsdiError && error.code === 'invalid' && error.faults.length > 0) return error.faults
  throw error
}

/** Returns a fault whose description a page has written itself, in its language. */
export const saidFault = (name: string, description: string): Fault => ({
  error_code: 'said',
  description,
  properties: [name],
})

const textIn = (texts: Record<string, string>, key: string): string | undefined =>
  new Map(Object.entries(texts)).get(key)

/** Says what is wrong in the language of the page: the sentence of the API is English, and for programs. */
export function describeFault({ form, guests }: Texts, { error_code, description }: Fault, name = ''): string {
  if (error_code === 'said') return description
  // The API says how long a text may be, and which variables it does not know.
  const [, most] = /at most (\d+) characters/.exec(description) ?? []
  const [, unknown] = /unknown variables: ([^;]+)/.exec(description) ?? []
  return (
    textIn({ ...guests.refusals, ...form.codes }, error_code) ??
    textIn(name === 'slug' ? form.slug : {}, error_code) ??
    textIn(form.malformed, name) ??
    (most && form.tooLong(Number(most))) ??
    (unknown && form.unknownVariables(unknown)) ??
    form.other
  )
}

interface FieldProps {
  texts: Texts
  form: FormState
  name: string
  label: Child
  hint?: Child
  /** The id of a text elsewhere that describes it, too. */
  describedBy?: string
  type?:
    'text' | 'datetime-local' | 'date' | 'time' | 'number' | 'email' | 'url' | 'tel' | 'search' | 'color' | 'password'
  /** Whether it may stay empty among fields that may not. */
  optional?: boolean
  /** A class besides that of every input. */
  class?: string
  placeholder?: string
  /** The rows of a text area, in place of an input. */
  rows?: number
  required?: boolean
  autofocus?: boolean
  autocomplete?: string
  list?: string
  inputmode?: 'decimal' | 'numeric'
  min?: number
  max?: number
  maxlength?: number
}

/** A labeled field with what was typed and, beside it, what is wrong with it. */
export const Field: FC<FieldProps> = ({
  texts,
  form,
  name,
  label,
  hint,
  describedBy,
  type = 'text',
  rows,
  optional,
  class: own = '',
  ...attributes
}) => {
  const fault = faultAt(form, name)
  const [hintId, faultId] = [`${name}-hint`, `${name}-fault`]
  const described = [describedBy, hint && hintId, fault && faultId].filter(Boolean).join(' ')
  const common = {
    id: name,
    name,
    class: `input ${own}`.trim(),
    ...attributes,
    ...(described && { 'aria-describedby': described }),
    ...(fault && { 'aria-invalid': 'true' as const }),
  }
  const value = form.values[name] ?? ''
  return (
    <div class="field">
      <label for={name}>
        {label} {optional && <span class="opt">{texts.form.optional}</span>}
      </label>
      {rows ? (
        <textarea rows={rows} {...common}>
          {value}
        </textarea>
      ) : (
        <input type={type} value={value} {...common} />
      )}
      <FaultText texts={texts} form={form} name={name} />
      {hint && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A fault names a field or a part of it, such as a line of an address. */
const faultAt = ({ faults }: FormState, name: string) =>
  faults.find(({ properties }) => properties.some((each) => each === name || each.startsWith(`${name}[`)))

/** Says what is wrong with a field; nothing where it has no fault. */
export const FaultText: FC<{ texts: Texts; form: FormState; name: string }> = ({ texts, form, name }) => {
  const fault = faultAt(form, name)
  return fault ? (
    <p class="fault" id={`${name}-fault`}>
      <Icon name="circle-alert" />
      {describeFault(texts, fault, name)}
    </p>
  ) : (
    <></>
  )
}

/** A field for a file. A browser never fills it in again: what was uploaded has to be kept elsewhere. */
export const FileField: FC<Pick<FieldProps, 'texts' | 'form' | 'name' | 'label' | 'hint'> & { accept: string }> = ({
  texts,
  form,
  name,
  label,
  hint,
  accept,
}) => {
  const fault = faultAt(form, name)
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <FaultText texts={texts} form={form} name={name} />
      <input type="file" id={name} name={name} accept={accept} aria-describedby={described} />
    </div>
  )
}

/**
 * Reads the body of a form.
 * @throws OsdiError invalid for one that is none
 */
export const bodyOf = (c: Context) => c.req.parseBody().catch(noForm)

/** A field for a search, which its placeholder names. */
export const SearchInput: FC<{ name?: string; label: string; value: string }> = ({ name = 'find', label, value }) => (
  <input class="input" type="search" name={name} value={value} aria-label={label} placeholder={label} />
)

/** The same with a magnifying glass, at the top of a page that finds. */
export const SearchBox: typeof SearchInput = (props) => (
  <div class="find flex-m">
    <Icon name="search" />
    <SearchInput {...props} />
  </div>
)

export const Checkbox: FC<{ form: FormState; name: string; label: string; hint?: string }> = ({
  form,
  name,
  label,
  hint,
}) => (
  <label class="check" for={name}>
    <input type="checkbox" id={name} name={name} value="on" checked={form.values[name] === 'on'} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)

/** A choice of one of a few values, with its label. */
export const Select: FC<{
  /** Present where the choice can have a fault. */
  texts?: Texts
  form: FormState
  name: string
  label: string
  hint?: string
  /** Texts by values. */
  options: Record<string, string>
}> = ({ texts, form, name, label, hint, options }) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select class="input" id={name} name={name}>
      {Object.entries(options).map(([value, text]) => (
        <option value={value} selected={form.values[name] === value}>
          {text}
        </option>
      ))}
    </select>
    {texts && <FaultText texts={texts} form={form} name={name} />}
    {hint && <p class="hint">{hint}</p>}
  </div>
)

/** Says at the top of a form that something is wrong, with links to the fields. */
export const FaultSummary: FC<{ texts: Texts; form: FormState; labels: Record<string, string> }> = ({
  texts,
  form,
  labels,
}) => {
  if (form.faults.length === 0) return <></>
  const items: Child[] = form.faults.map((fault) => {
    const name = (fault.properties[0] ?? '').replace(/\[.*/, '')
    const text = describeFault(texts, fault, name)
    const label = labels[name]
    return <li>{label ? <a href={`#${name}`}>{`${label}: ${text}`}</a> : text}</li>
  })
  return (
    <Notice kind="bad">
      <strong>{texts.form.wrong}</strong>
      <ul>{items}</ul>
    </Notice>
  )
}

/** Fields that few need: a row that says what is so, and opens. */
export const More: FC<{ icon: IconName; title: string; now?: string; open: boolean; children?: Child }> = ({
  icon,
  title,
  now,
  open,
  children,
}) => (
  <details class="more" open={open}>
    <summary>
      <Icon name={icon} />
      {title}
      <span class="quiet">{now}</span>
      <Icon name="chevron-right" class="turn" />
    </summary>
    <div class="stack">{children}</div>
  </details>
)
