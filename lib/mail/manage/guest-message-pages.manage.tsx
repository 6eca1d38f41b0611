import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import type { OsdiEvent } from '../../events/event.js'
import { hasBegun, isOver } from '../../events/upcoming.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { derivedId } from '../../fields/identifier.js'
import { unsavedQuery } from '../../targeting/record-query.js'
import type { OfferedAnswer } from '../../questions/asked-answers.js'
import { ANSWER, AnswerChoice, answerIn, namedAnswer } from '../../questions/manage/answer-filter.manage.js'
import { requires } from '../../manage/access/guards.js'
import type { MailDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { formatNumber } from '../../manage/formats.js'
import { eventPath } from '../../manage/paths.js'
import { type Addressed, composeMessage, newMessagePage, valuesOf } from './composer.manage.js'
import { peopleOfQuery } from './people-of-query.manage.js'

type Ctx = Context<ManageEnv>

/** The guests of an event that can be written to, by the status that a query asks for. */
const GUESTS = {
  coming: 'accepted',
  waiting: 'tentative',
  unconfirmed: 'unconfirmed',
  absent: 'absent',
  came: 'attended',
} as const
type Guests = keyof typeof GUESTS

/** Returns how many RSVPs of each kind an event has. There are people who came or did not once it has begun. */
const countsOf = ({ totals }: OsdiEvent): Record<Guests, number> => ({
  coming: totals.accepted,
  waiting: totals.waitlisted,
  unconfirmed: Math.max(0, totals.accepted - totals.confirmed),
  absent: Math.max(0, totals.accepted - totals.attended),
  came: totals.attended,
})

/** Whether a message to them is about what they come to. Afterwards, it goes to the mailing list alone. */
export const isAboutWhatComes = (guests: Guests, event: OsdiEvent) =>
  guests !== 'came' && guests !== 'absent' && !isOver(event, new Date())

const offered = (event: OsdiEvent): Guests[] =>
  hasBegun(event, new Date()) ? ['coming', 'came', 'absent', 'waiting'] : ['coming', 'unconfirmed', 'waiting']

/** Returns the guests of an event by the status that a sentence asks for, where its page writes to them. */
export const guestsOf = (event: OsdiEvent, status: string | undefined): Guests | undefined =>
  offered(event).find((each) => GUESTS[each] === status)

/** The id of the query of these guests: one for each event and kind of guest, however often they are written to. */
const idOfQuery = ({ id }: OsdiEvent, guests: Guests, answer: OfferedAnswer | undefined) =>
  derivedId('guests to write to', id, guests, ...(answer ? [answer.value] : []))

/** Writing to the guests of an event: the same form and the same steps as to the people of a query. */
export function guestMessagePages(app: Hono<ManageEnv>, dependencies: MailDependencies): void {
  const { messages, targeting } = dependencies
  if (!messages) return
  const path = eventPath(':event', 'messages')

  const queryOf = (c: Ctx, guests: Guests, answer: OfferedAnswer | undefined) => {
    const event = c.get('event')
    const named = [c.get('texts').messages.guests[guests], ...(answer ? [namedAnswer(answer)] : [])].join(', ')
    return unsavedQuery(targeting, c.get('owner').owner, idOfQuery(event, guests, answer), {
      title: `${event.title}: ${named}`,
      include: [event.id],
      status: [GUESTS[guests]],
      ...(answer && { answers: { [answer.question.id]: [answer.answer] } }),
    })
  }

  /** The messages to guests of an event, and to those with the answer that is chosen, newest first. */
  const writtenBefore = async (event: OsdiEvent, answer: OfferedAnswer | undefined) => {
    const kinds = Object.keys(GUESTS) as Guests[]
    const queries = (answer ? [undefined, answer] : [undefined]).flatMap((each) =>
      kinds.map((guests) => idOfQuery(event, guests, each)),
    )
    const found = (await Promise.all(queries.map((query) => messages.listOf(query)))).flat()
    return found.sort((one, other) => other.created_date.localeCompare(one.created_date))
  }

  const to = (c: Ctx, asked: string | undefined, answered: string | undefined): Addressed => {
    const event = c.get('event')
    const { messages: words } = c.get('texts')
    const guests = offered(event).find((each) => each === asked) ?? 'coming'
    const answer = answerIn(event.questions, answered)
    return {
      base: eventPath(event.id, 'messages'),
      people: [`${event.title}: ${words.guests[guests]}`, ...(answer ? [namedAnswer(answer)] : [])].join(', '),
      isToGuests: isAboutWhatComes(guests, event),
      about: event.id,
      zone: timeZoneOf(event),
      hidden: { guests, ...(answer && { [ANSWER]: answer.value }) },
      found: async (isFresh) => peopleOfQuery(targeting, await queryOf(c, guests, answer), isFresh),
      all: () => writtenBefore(event, answer),
      page: (parts) =>
        eventPage(c, 'mails', {
          named: `${words.writeGuests}: ${event.title}`,
          ...parts,
        }),
      choice: <Choice c={c} guests={guests} answer={answer} />,
    }
  }

  app.get(path, requires('target'), (c) =>
    newMessagePage(c, to(c, c.req.query('guests'), c.req.query(ANSWER)), dependencies),
  )

  app.post(path, requires('target'), async (c) => {
    const values = await valuesOf(c)
    return composeMessage(c, values, to(c, values['guests'], values[ANSWER]), dependencies)
  })
}

const Choice: FC<{ c: Ctx; guests: Guests; answer: OfferedAnswer | undefined }> = ({ c, guests, answer }) => {
  const { messages: words } = c.get('texts')
  const counts = countsOf(c.get('event'))
  const nameOf = (each: Guests) =>
    // Nobody is coming any more.
    each === 'coming' && hasBegun(c.get('event'), new Date()) ? c.get('texts').statistics.signedUp : words.guests[each]
  return (
    <div class="card stack" role="radiogroup" aria-labelledby="to-guests">
      <h2 id="to-guests">{words.writeGuests}</h2>
      {offered(c.get('event')).map((each) => (
        <label class="check">
          <input type="radio" name="guests" value={each} checked={each === guests} />
          <span>
            {nameOf(each)} <b class="num">{formatNumber(c, counts[each])}</b>
          </span>
        </label>
      ))}
      <AnswerChoice c={c} chosen={answer} />
      <p class="small quiet">{isOver(c.get('event'), new Date()) ? words.onlySubscribed : words.toAllGuests}</p>
    </div>
  )
}
