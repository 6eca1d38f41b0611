import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { actionLabel } from '../domain/origin.js'
import type { OsdiEvent } from '../domain/event.js'
import { type Page, totalPages } from '../domain/page.js'
import type { ManageEnv } from './environment.js'
import type { FormState } from './form.js'

type Ctx = Context<ManageEnv>
type Labelled = Parameters<typeof actionLabel>[0] & Pick<OsdiEvent, 'id'>

/** The actions that the form of a query offers. */
export interface Actions {
  /** The page of them that is shown. */
  offered: Page<OsdiEvent>
  /** Those that were chosen on other pages. */
  elsewhere: Labelled[]
}

/** The name of the input of an action. */
const nameOf = (id: string) => `action ${id}`

/** What was chosen for an action: `include`, `exclude` or nothing. */
const choiceIn = (values: FormState['values'], id: string) => values[nameOf(id)] ?? ''

/** Returns the ids of the actions for which a choice was made. */
export const chosenIn = (values: FormState['values'], choice?: 'include' | 'exclude'): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(nameOf('')) && (choice ? value === choice : value !== '')
      ? [name.slice(nameOf('').length)]
      : [],
  )

/** A page of actions, each of which is included, excluded or neither. Buttons show others, and lose no choice. */
export const ChosenActions: FC<Actions & { c: Ctx; form: FormState }> = ({ c, form, offered, elsewhere }) => {
  const { targeting: words, actions: texts } = c.get('texts')
  return (
    <>
      {elsewhere.length > 0 && <h3>{words.elsewhere}</h3>}
      {elsewhere.length > 0 && <Table c={c} form={form} events={elsewhere} />}
      {elsewhere.length > 0 && <h3>{texts.title}</h3>}
      <Table c={c} form={form} events={offered.members} />
      <OtherPages c={c} offered={offered} />
    </>
  )
}

const Table: FC<{ c: Ctx; form: FormState; events: (Labelled & { total_accepted?: number })[] }> = ({
  c,
  form,
  events,
}) => {
  const { targeting: words, actions: texts } = c.get('texts')
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>{texts.event}</th>
            <th class="number">{texts.rsvps}</th>
            <th>{words.included}</th>
            <th>{words.excluded}</th>
            <th>{words.neither}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <Choice c={c} event={event} chosen={choiceIn(form.values, event.id)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Choice: FC<{ c: Ctx; event: Labelled & { total_accepted?: number }; chosen: string }> = ({
  c,
  event,
  chosen,
}) => {
  const { targeting: words } = c.get('texts')
  const label = actionLabel(event)
  return (
    <tr>
      <td>{label}</td>
      <td class="number">{event.total_accepted}</td>
      {(
        [
          ['include', words.included],
          ['exclude', words.excluded],
          ['', words.neither],
        ] as const
      ).map(([value, means]) => (
        <td>
          <input
            type="radio"
            name={nameOf(event.id)}
            value={value}
            checked={value === chosen}
            aria-label={`${label}: ${means}`}
          />
        </td>
      ))}
    </tr>
  )
}

/** Buttons of the form itself: what was chosen and typed goes with them. */
const OtherPages: FC<{ c: Ctx; offered: Page<OsdiEvent> }> = ({ c, offered }) => {
  const { list: texts } = c.get('texts')
  const last = totalPages(offered)
  if (last < 2) return null
  const button = (page: number, text: string) => (
    <button name="page" value={page} class="plain" formnovalidate>
      {text}
    </button>
  )
  return (
    <p class="buttons">
      {offered.page > 1 && button(Math.min(offered.page - 1, last), texts.newer)}
      <span class="quiet">{texts.position(offered.page, last, offered.total_records)}</span>
      {offered.page < last && button(offered.page + 1, texts.older)}
    </p>
  )
}
