import { format } from 'prettier'
import { MEETINGS } from './table.js'
import { PAIRS, TOPICS, type Topic } from './topics.js'

/** Describes each feature of the table for callers and organisers. */
const MEANINGS: Record<Topic, string> = {
  'waiting list': 'The event is full, has a waiting list, and one person waits.',
  guests: 'The person brings one guest.',
  hidden: 'The event was hidden after the first people came.',
  private: 'Only people with its link find the event.',
  'not open': 'The event does not take RSVPs yet.',
  closed: 'The event takes no RSVPs any more.',
  approval: 'The organiser approves each RSVP without a key, and the person has asked to come.',
  blocked: 'The person is blocked after coming, and before answering in another way.',
  'no date': 'The event has no date. It is never over.',
  'no zone': 'The event has no time zone.',
  over: 'The event has ended.',
  list: 'The event takes RSVPs until a close, at which the list of its guests is sent to an address.',
  'capacity change': 'The organiser adds a place.',
  'helper edits': 'A helper without an account changes the title and the hours by a link, which ends after the event.',
  'cancel event': 'The organiser cancels the event.',
  'cancel RSVP': 'The RSVP is cancelled by PUT.',
  restore: 'The RSVP is cancelled and accepted again by PUT.',
  attend: 'The person is checked in.',
  approve: 'The organiser approves the request of the person, who has asked to come.',
  'out of turn': 'The organiser gives the person a seat out of turn, if they wait.',
  'cancel and tell': 'The organiser cancels the RSVP and mails the person.',
  merge: 'Another person who comes is merged into this one.',
  erase: 'Person erased.',
  key: 'The person answers by a request with a key.',
  v1: 'The person answers by version 1 of the API.',
  form: 'The person answers by the public form.',
  bulk: 'The person is a row of a request to `/bulk`.',
  import: 'The person is a row of a CSV file.',
}

const STANDINGS: Record<string, string> = {
  accepted: 'comes',
  declined: 'is cancelled',
  tentative: 'waits',
  requested: 'has asked to come',
  none: 'is not recorded',
}

const standing = (text: string) => {
  const [status = '', guests] = text.split(' ')
  return `${STANDINGS[status] ?? status}${guests ? `, ${guests.slice(1)} guest` : ''}`
}

/** Returns the page of all meetings, from the table that the test performs. */
export function describeMeetings(): Promise<string> {
  const others = new Map<string, string[]>()
  for (const [one, other] of PAIRS) {
    const { answer, person, waiting } = MEETINGS[`${one} + ${other}`] as (typeof MEETINGS)[string]
    const code = answer === '200' ? '200' : answer.replace(/(\w+)$/, '`$1`')
    const outcome = `${code} | ${standing(person)} | ${waiting ? standing(waiting) : ''}`
    const row = `| ${one} | OTHERS | ${outcome} |`
    others.set(row, [...(others.get(row) ?? []), other])
  }
  // One row for all features with which the outcome is the same.
  const rows = [...others].map(([row, met]) => row.replace('OTHERS', met.join(', ')))
  return format(
    `# Combinations: where features meet

The outcome for an RSVP where two features of an event meet. This page is made from the table of
\`test/functions/meetings.storm.test.ts\`, which performs each pair.

| Feature | Meaning |
| --- | --- |
${TOPICS.map((topic) => `| ${topic} | ${MEANINGS[topic]} |`).join('\n')}

States of the event come first, then changes to the same RSVP, in the order of the table; a person answers after a
change of the whole event and before a change of the RSVP. Where only states meet, a newcomer, or the person who is
blocked, sends the public form, and the column "The RSVP" shows a person who came before.

- **Emails.** A promotion is always mailed before the end of the event, nothing after it. Rows of files and of \`/bulk\`
  mail no one unless asked.
- **Refusals** come in this order: hidden, cancelled, over, closed, not open, full.
- **Out of turn.** An organiser gives someone on the [waiting list](attendances.md#waiting-list) a free seat, once those
  before them are in, else 409 \`event_full\`, or the first rank. An event that is cancelled or a draft refuses this, a
  window does not.
- **Approval.** Keys, imports, the door and the team [do not ask](attendances.md#approval), and so approve a request
  that waits. A merge keeps, in this order, an RSVP that comes, one on the waiting list, a request, a cancelled one. An
  erasure ends a request. People who asked are told of a cancellation and of a new start or place.
- **Closed.** At their links, people change answers, name and party, also to a larger one. A close after the end has no
  effect.
- **[Blocked](attendances.md#blocked-people).** RSVPs that exist stay and can change. An erasure keeps the block as a
  hash.
- **[Consent](embeds.md#terms-and-consent)** changes the person's status, never an RSVP. A blocked person is not asked.
  A merge keeps the proofs of both, an erasure none. Rows, imports and keys have no box.
- **[The contact](events.md#the-contact), the kind and the accessibility** belong to the event: copies and dates of
  series have them.
- **[Further emails](events.md#further-emails) and [the list at the close](../organising.md#actions)** go by how people
  stand when they are sent, whoever recorded them, also at a full, private, hidden or closed event. A cancelled event
  sends neither, and no email goes out after the start or without a date. For emails, a promotion, a restored RSVP, a
  merge, a row or an import in the three hours before counts as an answer. The list leaves out people who have asked,
  have cancelled, or were merged away or erased.
- **Cancel and tell**: an organiser cancels the RSVP of a person who comes or waits and mails them, not at an event that
  is cancelled or over, and not if the person comes again before the email is sent. A window does not refuse it. An
  erasure takes the reason away.
- **A helper** with the right to edit changes the words, the time and the place alone, as an edit of the team does: RSVPs
  stay. A link of a team works at an event that is closed, full, private, hidden or cancelled, until its end.
- **Erasing** keeps the RSVP of a person who comes, and takes a person who waits off the list.

| One | Others | Last response | The RSVP | Who waited |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
    { parser: 'markdown', printWidth: 120, proseWrap: 'always' },
  )
}
