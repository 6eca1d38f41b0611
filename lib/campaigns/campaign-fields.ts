import { sponsor } from '../events/event-fields.js'
import { optional, presumedUntilSet, readOnly, readOnlyOptional, required } from '../fields/field.js'
import { count, day, flag, html, oneOf, settableFlag, text, webAddress } from '../fields/kinds.js'
import { questions } from '../questions/question.js'
import { createdDate, identifiers, modifiedDate, originSystem } from '../fields/shared.js'

/** Whether supporters may host events of a campaign: not, after a review by the team, or at once. */
export const HOSTING = ['off', 'reviewed', 'open'] as const

/** The fields of an event campaign. */
export const campaignFields = {
  identifiers,
  origin_system: originSystem,
  created_date: createdDate,
  modified_date: modifiedDate,
  name: optional(text, 'The title that organizers see'),
  title: required(text, 'The public title', { filter: true }),
  description: optional(html, 'The description'),
  host_pitch: optional(html, 'A text for people who might host an event'),
  host_instructions: optional(html, 'Instructions for people who host an event'),
  browser_url: optional(webAddress, 'A page about it'),
  host_url: optional(webAddress, 'A page for people who want to host'),
  hosting: presumedUntilSet(
    oneOf(HOSTING),
    'off',
    'Whether supporters may host events: no, after a review by the team, or at once',
    { isOurs: true },
  ),
  hosting_from: optional(day, 'The first day on which an event of a supporter may start, on its own clock', {
    isOurs: true,
  }),
  hosting_until: optional(day, 'The last day on which an event of a supporter may start', { isOurs: true }),
  hosting_contacts: presumedUntilSet(settableFlag, false, 'Whether hosts see the contacts of their guests', {
    isOurs: true,
  }),
  questions: optional(questions, 'The questions that its new events start with, at most 10', {
    isOurs: true,
  }),
  featured_image_url: readOnlyOptional(webAddress, 'Its banner'),
  total_events: readOnly(count, 'Number of its events'),
  total_rsvps: readOnly(count, 'Number of the accepted attendances of all its events'),
  hidden: readOnly(flag, 'Whether it is hidden: without a page or an embed', { isOurs: true }),
  sponsor: readOnlyOptional(sponsor, 'The group that it belongs to', { isOurs: true }),
}
