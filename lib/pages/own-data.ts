import type { Attendance } from '../attendances/attendance.js'
import type { OsdiEvent } from '../events/event.js'
import type { ListItem } from '../lists/email-list.js'
import type { Answers } from '../questions/answers.js'
import type { Person } from '../people/person.js'

/** An event as the file names it, with the questions that its answers are to. */
type NamedEvent = Pick<OsdiEvent, 'id' | 'title' | 'start_date' | 'questions' | 'past_questions'>

/** The calls to a person about an event, as a room keeps them that makes lists of calls. */
export interface OwnCalls {
  called_date: string
  tries?: number
  result?: string
}

/** An RSVP of a person, with its event, which is undefined where it is not found, and the calls about it. */
export interface OwnRsvp {
  attendance: Attendance
  event: NamedEvent | undefined
  call: OwnCalls | undefined
}

/** Data that an owner keeps about a person beside the record. */
export interface OwnRecords {
  /** The role of a member of the group, or `account`. */
  role?: string
  rsvps: OwnRsvp[]
  /** The tags that the person has. A tag without a name is not found. */
  tags: { name: string | undefined; created_date: string }[]
  /** The personal email lists that have the person. */
  lists: ListItem[]
  /** The events of campaigns that the person hosts. */
  hosted: NamedEvent[]
}

/**
 * Returns all that the owner of a list keeps about a person, by the names of the API. It leaves out the count of writes
 * and the owner, which the service alone needs, who called the person, and the notes of the team: a key that may change
 * the email of a person would get them by it, and no key reads them.
 */
export function ownData(person: Person, records: OwnRecords, now: Date): Record<string, unknown> {
  const { owner: _owner, revision: _revision, notes: _notes, ...kept } = person
  const { role, rsvps, tags, lists, hosted } = records
  return {
    exported_date: now.toISOString(),
    person: kept,
    ...(role !== undefined && { role }),
    tags,
    email_lists: lists.map(({ list, created_date }) => ({ list, created_date })),
    hosted_events: hosted.map(named),
    rsvps: rsvps.map(({ attendance, event, call }) => {
      const {
        event: id,
        person: _person,
        revision: _writes,
        ...answer
      } = attendance as Attendance & {
        revision?: number
      }
      return {
        event: event ? named(event) : { id },
        ...answer,
        ...(answer.answers && { questions: titlesOf(event, answer.answers) }),
        ...(call && {
          calls: { tries: call.tries ?? 0, called_date: call.called_date, result: call.result },
        }),
      }
    }),
  }
}

/** The titles of the questions that were answered, by their ids, also of those that were removed. */
const titlesOf = (event: NamedEvent | undefined, answers: Answers) =>
  Object.fromEntries(
    [...(event?.past_questions ?? []), ...(event?.questions ?? [])]
      .filter(({ id }) => id in answers)
      .map(({ id, title }) => [id, title]),
  )

const named = ({ id, title, start_date }: NamedEvent) => ({ id, title, start_date })
