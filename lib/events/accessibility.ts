import { nullish, picklist, pipe, strictObject, transform } from 'valibot'
import type { Kind } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { lineOf } from '../fields/values.js'

export const EVENT_KINDS = [
  'canvass',
  'phone_bank',
  'text_bank',
  'training',
  'meeting',
  'rally',
  'march',
  'fundraiser',
  'house_party',
  'community',
  'vote',
  'other',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Parts of what a place is like for people who need it. */
export const ACCESS_PARTS = [
  'step_free',
  'accessible_toilet',
  'hearing_loop',
  'sign_language',
  'captions',
  'seating',
] as const
export type AccessPart = (typeof ACCESS_PARTS)[number]

export const ACCESS_ANSWERS = ['yes', 'no', 'unknown'] as const

export type Accessibility = Partial<Record<AccessPart, (typeof ACCESS_ANSWERS)[number]>> & { notes?: string }

export const LONGEST_ACCESS_NOTES = 300

const answer = nullish(picklist(ACCESS_ANSWERS, `must be ${ACCESS_ANSWERS.join(' or ')}`))

export const accessibilityValue = pipe(
  strictObject(
    {
      ...({
        step_free: answer,
        accessible_toilet: answer,
        hearing_loop: answer,
        sign_language: answer,
        captions: answer,
        seating: answer,
      } satisfies Record<AccessPart, typeof answer>),
      notes: nullish(lineOf(LONGEST_ACCESS_NOTES)),
    },
    `must be an object with ${ACCESS_PARTS.join(', ')} and notes`,
  ),
  transform((sent): Accessibility =>
    Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== '')),
  ),
)

/** Accessibility is taken as a whole: a change replaces all of it. */
export const accessibility: Kind<Accessibility> = {
  body: { whole: accessibilityValue },
  schema: (meaning) =>
    json.object(meaning, {
      ...Object.fromEntries(
        ACCESS_PARTS.map((part) => [
          part,
          json.maybe(json.string(part.replaceAll('_', ' '), { enum: ACCESS_ANSWERS })),
        ]),
      ),
      notes: json.maybe(json.string(`More about it, up to ${LONGEST_ACCESS_NOTES} characters`)),
    }),
  isKeptAsSent: true,
}

/** Returns the parts that a place has. What is unknown is not promised. */
export const partsThere = (of: Accessibility | undefined): AccessPart[] =>
  ACCESS_PARTS.filter((part) => of?.[part] === 'yes')
