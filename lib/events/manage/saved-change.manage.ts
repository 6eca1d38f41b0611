import type { Context } from 'hono'
import type { OsdiEvent } from '../event.js'
import type { ManageEnv } from '../../manage/environment.js'
import { describeDay } from '../../manage/formats.js'
import { shortClock } from '../../texts/period.js'
import type { Undo } from '../../manage/page/flash.js'
import { eventPath } from '../../manage/paths.js'
import { valuesOfEvent } from './event-fields.manage.js'

type Ctx = Context<ManageEnv>
type Values = Record<string, string>

/** A longer value is not repeated: that it changed is said. */
const MOST_LETTERS = 60

/** Says what a save has changed, as “Start: 6:30 PM instead of 6:00 PM”, and how it is taken back. */
export function savedChange(c: Ctx, before: OsdiEvent, after: OsdiEvent): { said: string; undo?: Undo } {
  const { event: texts } = c.get('texts')
  const [was, is] = [valuesOfEvent(before), valuesOfEvent(after)]
  const changed = Object.keys({ ...was, ...is }).filter((name) => (was[name] ?? '') !== (is[name] ?? ''))
  const said = changed.flatMap((name) => {
    const label = name in texts.labels && texts.labels[name as keyof typeof texts.labels]
    // The parts of an address are those of the line above them; those of the contact are said together.
    if (!label || name.startsWith('location.') || name.startsWith('contact_')) return []
    const [now, then] = [written(c, name, is), written(c, name, was)]
    return now && then ? texts.insteadOf(label, now, then) : label
  })
  const isOfQuestions = (name: string) => name.startsWith('question')
  if (changed.some((name) => name.startsWith('contact_'))) said.push(texts.contact)
  if (changed.some(isOfQuestions)) said.push(c.get('texts').questions.title)
  if (changed.some((name) => name.startsWith('emails_'))) said.push(texts.emails)
  if (said.length === 0) return { said: changed.length === 0 ? texts.nothingChanged : texts.saved }
  const fields = Object.fromEntries(changed.map((name) => [name, was[name] ?? '']))
  return {
    said: `${texts.savedWith} ${said.join('; ')}.`,
    ...(!changed.some(isOfQuestions) && {
      undo: {
        action: eventPath(after.id, 'restore'),
        fields: { ...fields, revision: String(after.revision) },
      },
    }),
  }
}

/** A value as people write it; empty for one that is long, and for one that is ticked. */
function written(c: Ctx, name: string, values: Values): string {
  const value = values[name] ?? ''
  const format = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(c.get('lang'), { ...options, timeZone: 'UTC' }).format(new Date(`${at}Z`))
  if (value === '' || value === 'on') return ''
  if (name.endsWith('_time')) return format(`2000-01-01T${value}`, shortClock(c.get('lang'), `2000-01-01T${value}`))
  if (name === 'day' || name === 'end_day') return describeDay(`${value}T00:00`, c.get('lang'))
  if (name.startsWith('rsvps_'))
    return format(value, { month: 'short', day: 'numeric', ...shortClock(c.get('lang'), value) })
  const isWord = ['kind', 'visibility', 'attendance_mode'].includes(name) || name.startsWith('accessibility_')
  return isWord || value.length > MOST_LETTERS ? '' : value
}
