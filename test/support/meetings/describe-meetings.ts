import { format } from 'prettier'
import { csvRow } from '../../../lib/csv/row.js'
import { MEETINGS } from './table.js'
import { APART, BESIDE, type Beside, PAIRS, TOPICS, type Topic, aloneOf } from './topics.js'

/** Describes each feature of the table for callers and organizers. */
const MEANINGS: Record<Topic | Beside, string> = {
  'waiting list': 'The event is full, has a waiting list, and one person waits.',
  guests: 'The person brings one guest.',
  hidden: 'The event was hidden after the first people came.',
  private: 'Only people with its link find the event.',
  'not open': 'The event does not take RSVPs yet.',
  closed: 'The event takes no RSVPs any more.',
  approval: 'The organizer approves each RSVP without a key, and the person has asked to come.',
  blocked: 'The person is blocked after coming, and before answering in another way.',
  'no date': 'The event has no date. It is never over.',
  'no zone': 'The event has no time zone.',
  over: 'The event has ended.',
  list: 'The event takes RSVPs until a close, at which the list of its guests is sent to an address.',
  'capacity change': 'The organizer adds a place.',
  'helper edits': 'A helper without an account changes the title and the hours by a link, which ends after the event.',
  'cancel event': 'The organizer cancels the event.',
  'cancel RSVP': 'The RSVP is canceled by PUT.',
  restore: 'The RSVP is canceled and accepted again by PUT.',
  attend: 'The person is checked in.',
  approve: 'The organizer approves the request of the person, who has asked to come.',
  'out of turn': 'The organizer gives the person a seat out of turn, if they wait.',
  'cancel and tell': 'The organizer cancels the RSVP and mails the person.',
  merge: 'Another person who comes is merged into this one.',
  erase: 'Person erased.',
  key: 'The person answers by a request with a key.',
  v1: 'The person answers by version 1 of the API.',
  form: 'The person answers by the public form.',
  bulk: 'The person is a row of a request to `/bulk`.',
  import: 'The person is a row of a CSV file.',
  series: 'The event is a date of a series.',
  hosting: 'The event is of a supporter, and the team has approved it.',
  questions: 'The form asks a question that has to be answered.',
  webhooks: 'A webhook hears of everything.',
  'further emails': 'The event has an email besides the reminder.',
  consent: 'The form has a box for the mailing list, which is ticked.',
  contact: 'The event names who answers.',
  kind: 'The event has a kind, and says what its place has.',
}

const STANDINGS: Record<string, string> = {
  accepted: 'comes',
  declined: 'is canceled',
  tentative: 'waits',
  requested: 'has asked to come',
  none: 'is not recorded',
}

const standing = (text: string) => {
  const [status = '', guests] = text.split(' ')
  return `${STANDINGS[status] ?? status}${guests ? `, ${guests.slice(1)} guest` : ''}`
}

/** Returns every pair of features with its outcome as CSV, from the table that the test performs. */
export function listMeetings(): string {
  const rows = PAIRS.map(([one, other]) => {
    const { answer, person, waiting } = MEETINGS[`${one} + ${other}`] as (typeof MEETINGS)[string]
    return [one, other, answer, standing(person), waiting ? standing(waiting) : '']
  })
  const besides = [...TOPICS, ...BESIDE].flatMap((one, i, all) =>
    all.slice(Math.max(i + 1, TOPICS.length)).map((other) => rowBeside(one, other as Beside)),
  )
  const head = ['One', 'Other', 'Last response', 'The RSVP', 'Who waited']
  return [head, ...rows, ...besides].map(csvRow).join('').replaceAll('\r', '')
}

/** A feature that changes no outcome leaves the other one its own. */
function rowBeside(one: Topic | Beside, other: Beside): string[] {
  if (APART.some(([of, and]) => one === of && other === and)) return [one, other, 'no such event', '', '']
  const isTopic = (each: Topic | Beside): each is Topic => TOPICS.includes(each as Topic)
  const { answer, person, waiting } = MEETINGS[aloneOf(isTopic(one) ? one : 'no zone')] as (typeof MEETINGS)[string]
  return [one, other, answer, standing(person), waiting ? standing(waiting) : '']
}

/** Returns what each feature means, as CSV. */
export const listFeatures = (): string =>
  [['Feature', 'Meaning'], ...[...TOPICS, ...BESIDE].map((topic) => [topic, MEANINGS[topic]])]
    .map(csvRow)
    .join('')
    .replaceAll('\r', '')

/** Returns the page that explains the pairs. */
export function describeMeetings(): Promise<string> {
  return format(
    `# Combinations: where features meet

Each row of **[a table](../meetings.csv)** joins two features ([what each means](../meetings-features.csv)) and shows the
last response, what became of the RSVP, and what became of the person who waited. A test performs each pair. States and changes of the event come first,
then the person answers, then the RSVP changes. Where only states meet, a newcomer, or the blocked person, sends the
public form, and "The RSVP" is that of a person who had said yes earlier. For example, where an event has a waiting list and the
RSVP is canceled:

\`\`\`text
"One","Other","Last response","The RSVP","Who waited"
"waiting list","cancel RSVP","200","is canceled","comes"
\`\`\`

- **Refusals** come in this order: hidden, canceled, over, closed, not open, full.
- Series, hosting, questions, webhooks, further emails, consent, a contact and a kind change no RSVP. A form has to
  answer what is required.
- An organizer gives someone on the [waiting list](attendances.md#waiting-list) a free seat out of turn, else 409
  \`event_full\`, or the first rank. A canceled event and a draft refuse this; a person who does not wait gets 409
  \`not_in_line\`.
- Erasing keeps the RSVP of a person who comes, and takes a person who waits or has asked off the list.
`,
    { parser: 'markdown', printWidth: 120, proseWrap: 'always' },
  )
}
