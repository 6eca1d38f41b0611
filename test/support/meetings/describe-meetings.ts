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
  'capacity change': 'The organiser adds a place.',
  'cancel event': 'The organiser cancels the event.',
  'cancel RSVP': 'The RSVP is cancelled by PUT.',
  restore: 'The RSVP is cancelled and accepted again by PUT.',
  attend: 'The person is checked in.',
  merge: 'Another person who comes is merged into this one.',
  erase: 'The person is erased.',
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
  const rows = PAIRS.map(([one, other]) => {
    const { answer, person, waiting } = MEETINGS[`${one} + ${other}`] as (typeof MEETINGS)[string]
    const code = answer === '200' ? '200' : answer.replace(/(\w+)$/, '`$1`')
    return `| ${one} | ${other} | ${code} | ${standing(person)} | ${waiting ? standing(waiting) : ''} |`
  })
  return format(
    `# Combinations: where features meet

Every pair of the features of an event, and what becomes of an RSVP where they meet. A test performs each of them
(\`test/functions/meetings.storm.test.ts\`), and this page is made from its table.

| Feature | Meaning |
| --- | --- |
${TOPICS.map((topic) => `| ${topic} | ${MEANINGS[topic]} |`).join('\n')}

States of the event come first, then changes, each to the same RSVP: in the order of the table, but a person who answers
does so after a change of the whole event and before a change of the RSVP. Where only states meet, a newcomer, or the person who is blocked, sends the public
form; the column "The RSVP" then shows a person who came before.

- **Mail.** Of an event that is over, no one is mailed. Rows of files and of \`/bulk\` mail no one unless asked. A
  promotion is always mailed before the end.
- **The waiting list.** While one waits, all newcomers wait, in whichever way they answer.
- **Out of turn.** An organiser lets somebody who waits in, once those are in whose turn it is: into free seats alone,
  else 409 \`event_full\`, or to the head of the line. A window does not refuse it; an event that is cancelled or a draft
  does. Who comes stays as they are; who has cancelled, or has asked to come, is not in line. Merging and erasing find a
  seat as any other.
- **Reasons** of a refusal come in this order: hidden, cancelled, over, closed, not open, full. Windows are for people
  without a key: a key, an import, the door and the team are never refused by one, and a promotion goes on.
- **Closed.** At their links, people change answers, name and party, also to a larger one, confirm and cancel. To come
  again after a cancellation, or by the link of another RSVP, is an RSVP and refused.
- **Approval.** People without a key ask, before the line, and a request takes no place: it counts in
  \`totals.requested\` alone. Keys, imports, the door and the team are not asked, and so approve a request that waits. A
  close refuses no approval; an event that is over or cancelled does. A full event without
  a line asks nobody. Merging takes an RSVP that comes, then one in line, then a request, then a cancelled one; erasing
  ends a request; a cancelled event tells who asked; a new start or place is told to them, too.
- **Moved.** A new start moves the window, also of dates of a series and of copies. A close after the end has no effect.
- **Private.** Only lists leave the event out: whatever happens to an RSVP of it happens as to one of a public event.
- **Blocked.** RSVPs that were there stay, and all that is done to them goes on; to come again at their links, people
  are told that RSVPs are closed. A visitor who is blocked gets the answer of a new address at that moment, also where
  that is a refusal. Whoever is merged with a blocked person is blocked, and an erasure keeps the block as a hash.
- **Consent.** A box that is ticked in a form, and the mail that confirms it, change the person's status and nothing of
  an RSVP: a full, private or closed event asks as others do, once the RSVP is recorded. A person who is blocked is not
  asked. A merge keeps the proofs of both, an erasure none; rows, imports and keys have no box.
- **The contact** gets the answers to every mail of the event, also of promotions, changes and cancellations; a message
  with an address of its own keeps that. It belongs to the event: merging or erasing a person does not change it, and
  copies and dates of series have it. So it is with the kind and the accessibility.
- **Further emails** go to people as they stand when they are sent: who comes, has not confirmed, or waits at that time,
  also in a full, private, hidden or closed event and whoever recorded them; not of an event that was cancelled or has
  begun, nor without a date. A capacity that lets the line in, a cancelled and restored RSVP, a merge and an answer of
  the last three hours have just told the person, who gets none. Rows and imports count as answers at that time.
- **The list at the close** has people as they stand when it is sent: who comes and who waits, whoever recorded them; not
  who has asked, has cancelled, was merged away or erased. A private or hidden event sends it, too; one that is
  cancelled, a draft or over does not. A start that moves the close moves the list; it is sent once whatever moves.
- **Cancel and tell** is a cancellation by the organiser, with a mail: of who comes or waits, not of an event that is
  cancelled or over, and not to who comes again before it is sent. It goes whatever the window, and the seat goes on to
  the line. An erasure takes the reason away.
- **Erasing** keeps the RSVP of a person who comes, without the person, and takes a person who waits off the list.

| One | Other | Last answer | The RSVP | Who waited |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
    { parser: 'markdown', printWidth: 120, proseWrap: 'always' },
  )
}
