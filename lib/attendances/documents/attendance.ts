import { any, array, object, optional as absent, string } from 'valibot'
import { type attendanceFields, isInLine } from '../attendance-fields.js'
import type { PlainRequest } from '../record-attendance.js'
import type { Attendance, AttendanceDraft } from '../attendance.js'
import type { AttendanceChange } from '../change-attendance.js'
import { type Body, type BodyFields, defaulted, optional } from '../../fields/field.js'
import { oneOf, settableFlag, smallCount } from '../../fields/kinds.js'
import { type SentAnswers, answers } from '../../questions/answers.js'
import { MOST_RESPONSES, RESPONSE_FIELDS, withResponses } from '../../questions/responses.js'
import { identifiers } from '../../fields/shared.js'
import { type Vocabulary, bodyFields } from '../../fields/vocabulary.js'
import { type Site, native } from '../../runtime/site.js'
import { readDecision } from '../../fields/read-decision.js'
import { readChange, readNew } from '../../fields/read-body.js'
import { type Paths, linkedPerson } from '../../hal/links.js'
import type { ApiVersion } from '../../hal/version.js'

const responseSchema = object({
  question: string(),
  responses: absent(array(string())),
  value: absent(string()),
})

/** The fields by which clients of OSDI answer questions. They read as anything: what is not an answer is ignored. */
export const responseFields: BodyFields = Object.fromEntries(RESPONSE_FIELDS.map((name) => [name, { value: any() }]))

/** The same fields as clients should send them. */
export const describedResponses: BodyFields = Object.fromEntries(
  RESPONSE_FIELDS.map((name) => [name, { each: responseSchema, most: MOST_RESPONSES }]),
)

/** The meaning of these fields in bodies. */
export const responseMeaning = (site: Site) =>
  Object.fromEntries(
    RESPONSE_FIELDS.map((name, i) => [
      name,
      {
        description:
          i > 0
            ? `The same as \`${RESPONSE_FIELDS[0]}\``
            : 'Answers as OSDI has them: objects with `question`, an id or an address, and `responses` or `value`. ' +
              `\`${native(site, 'answers')}\` takes precedence`,
      },
    ]),
  )

/** The fields of an attendance that may change, in every version: identifiers may be added. */
export const changeFields = (site: Site): BodyFields => ({
  ...bodyFields(
    {
      identifiers,
      status: defaulted(oneOf(['accepted', 'declined']), 'Cancels, or accepts again'),
      attended: optional(settableFlag, 'Whether the person was there; null or false takes it back', {
        isOurs: true,
      }),
      attended_guests: optional(
        smallCount,
        'Number of guests who came with a person who was there, at most those of the party; null for none',
        { isOurs: true },
      ),
      answers: optional(answers, 'Answers by the ids of questions; null, false or an empty value takes one back', {
        isOurs: true,
      }),
      guests: optional(smallCount, 'Number of guests that the person brings; null for none', {
        isOurs: true,
      }),
    },
    site,
  ),
  ...responseFields,
})

/** Returns a read draft with the answers of these fields. */
export function draftWithResponses<Draft extends { answers?: SentAnswers }>(values: object, body: Body) {
  const {
    add_question_responses: _these,
    add_questions_responses_uri: _those,
    ...draft
  } = values as Draft & Record<(typeof RESPONSE_FIELDS)[number], unknown>
  const { answers, ignored } = withResponses(draft.answers, body)
  return { draft: { ...draft, ...(answers && { answers }) } as unknown as Draft, ignored }
}

export function readAttendanceChange(site: Site, body: Body): { change: AttendanceChange; ignored: string[] } {
  const { values, ignored: unread } = readChange(changeFields(site), body)
  const {
    identifiers,
    status,
    attended,
    attended_guests,
    guests,
    answers: sent,
  } = values as {
    [Key in keyof AttendanceChange]: AttendanceChange[Key] | null
  } & { attended_guests?: number | null }
  const { answers, ignored: unasked } = withResponses(sent ?? undefined, body)
  const path = native(site, 'request')
  const decided = readDecision(path, body)
  const ignored = [...(decided ? [...unread.filter((each) => each !== path), ...decided.ignored] : unread), ...unasked]
  return {
    change: {
      identifiers: identifiers ?? [],
      ...(status && { status }),
      ...(decided && { decision: decided.decision }),
      ...(attended !== undefined && { attended: attended ?? false }),
      ...(attended_guests !== undefined && { attendedGuests: attended_guests ?? 0 }),
      ...(guests !== undefined && { guests: guests ?? 0 }),
      ...(answers && { answers }),
    },
    ignored: status === null ? [...ignored, 'status'] : ignored,
  }
}

/**
 * Reads the body of a plain attendance.
 * @throws OsdiError invalid, naming every fault
 */
export function readPlainAttendance(
  vocabulary: Vocabulary<typeof attendanceFields>,
  site: Site,
  body: Body,
): { request: PlainRequest; ignored: string[] } {
  const read = readNew({ ...bodyFields(vocabulary, site), ...responseFields }, body, site)
  const { draft, ignored } = draftWithResponses<AttendanceDraft>(read.values, body)
  return {
    request: { draft, linked: linkedPerson(site, body, 'osdi:person') },
    ignored: [...read.ignored, ...ignored],
  }
}

/** Returns the fields of an attendance on the waiting list. A request is tentative and not on it, which is said. */
export const waiting = (attendance: Attendance) => ({
  waitlisted: isInLine(attendance) || (attendance.status === 'tentative' ? false : undefined),
  waitlist_position: attendance.waitlist_position,
})

/** Paths of the links of an attendance, in every version. */
export const attendancePaths = ({ attendances }: ApiVersion, { id, event, person }: Attendance): Paths => ({
  self: `events/${event}/${attendances}/${id}`,
  'osdi:event': `events/${event}`,
  'osdi:person': `people/${person}`,
})
