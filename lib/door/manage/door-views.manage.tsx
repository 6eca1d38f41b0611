import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import type { ManageEnv } from '../../manage/environment.js'
import { Field, type FormState } from '../../manage/page/form.js'
import { Icon } from '../../manage/page/icons.js'
import { Form } from '../../manage/page/page.js'
import { AnswerFields } from '../../questions/manage/answer-fields.manage.js'
import { eventPath } from '../../manage/paths.js'
import type { Texts } from '../../manage/texts.js'
import { type DoorGuest, rowOf } from './door-guests.manage.js'

type Ctx = Context<ManageEnv>

/** Choices of a number of people; a larger party may still come as a whole. */
const MOST_CHOICES = 30

const isExpected = ({ status, party, there }: DoorGuest) => status === 'accepted' && there < party
const isIn = ({ status, party, there }: DoorGuest) => there > 0 && (status !== 'accepted' || there >= party)
const isApart = ({ status, there }: DoorGuest) => status !== 'accepted' && there === 0

/** Returns what a party has to say about itself: its size, and how many are there. */
const noteOf = ({ party, there, status }: DoorGuest, texts: Texts): string =>
  [
    party > 1 && (there > 0 ? texts.door.partyIn(party, there) : texts.door.party(party)),
    status !== 'accepted' && texts.guests.statuses[status],
  ]
    .filter(Boolean)
    .join(' · ')

/** The three lists of the door: people who are expected, people who are there, and people who canceled or wait. */
export const Lists: FC<{ c: Ctx; guests: DoorGuest[]; search: string; scanned: boolean }> = ({
  c,
  guests,
  search,
  scanned,
}) => {
  const { door: texts } = c.get('texts')
  const apart = scanned ? [] : guests.filter(isApart)
  return (
    <>
      <List c={c} list="to-come" title={texts.toCome}>
        {guests
          .filter((guest) => isExpected(guest) || (scanned && isApart(guest)))
          .map((guest) => (
            <Guest c={c} guest={guest} search={search} />
          ))}
      </List>
      <List c={c} list="here" title={texts.areHere}>
        {guests.filter(isIn).map((guest) => (
          <Guest c={c} guest={guest} search={search} />
        ))}
      </List>
      <details class="more" data-apart hidden={apart.length === 0}>
        <summary>
          <Icon name="circle-alert" />
          <span data-apart-count>{texts.apart(apart.length)}</span>
          <Icon name="chevron-right" class="turn" />
        </summary>
        <ul class="people card flush" data-list="apart">
          {apart.map((guest) => (
            <AskedGuest c={c} guest={guest} />
          ))}
        </ul>
      </details>
    </>
  )
}

const List: FC<{ c: Ctx; list: 'to-come' | 'here'; title: string; children: Child }> = ({
  c,
  list,
  title,
  children,
}) => (
  <section class="stack tight">
    <h2 class="small quiet">{title}</h2>
    <ul class="people card flush" data-list={list}>
      {children}
    </ul>
    <button type="button" class="btn" data-more={list} hidden>
      {c.get('texts').door.showMore}
    </button>
  </section>
)

const attributesOf = (guest: DoorGuest) => ({
  id: guest.id,
  'data-guest': guest.id,
  'data-row-of': JSON.stringify(rowOf(guest)),
})

/** A guest with the button that counts the party in, or the one that takes it back. */
const Guest: FC<{ c: Ctx; guest: DoorGuest; search: string }> = ({ c, guest, search }) => {
  const texts = c.get('texts')
  const { door: words } = texts
  const isThere = isIn(guest)
  return (
    <li {...attributesOf(guest)}>
      <Form c={c} action={eventPath(c.get('event').id, `door/${guest.id}`)} class="line one grow">
        <input type="hidden" name="id" value={randomUUID()} />
        <input type="hidden" name="find" value={search} />
        <p class="grow">
          <span class="name">{guest.name}</span>
          <span class="small quiet" data-note>
            {noteOf(guest, texts)}
          </span>
          {guest.answers.map((line) => (
            <span class="small quiet line-of">{line}</span>
          ))}
          {!c.get('helper') && c.get('event').questions?.some(({ sensitive }) => sensitive) && (
            <a
              class="small line-of"
              href={`${eventPath(c.get('event').id, 'door')}?guest=${guest.id}`}
              data-more-answers
            >
              {words.moreAnswers}
            </a>
          )}
        </p>
        {isThere ? <input type="hidden" name="people" value={-guest.there} /> : <HowMany c={c} guest={guest} />}
        <button
          class={isThere ? 'btn' : 'btn main'}
          aria-label={`${isThere ? words.undo : words.checkIn}: ${guest.name}`}
        >
          {isThere ? words.undo : words.checkIn}
        </button>
      </Form>
    </li>
  )
}

/** The number of people of a party who come now: all who are left, unless a steward chooses fewer. */
const HowMany: FC<{ c: Ctx; guest: DoorGuest }> = ({ c, guest: { party, there, name } }) => {
  const left = party - there
  if (left < 2) return <input type="hidden" name="people" value={left} />
  const choices = Array.from({ length: Math.min(left, MOST_CHOICES) - 1 }, (_, i) => i + 1)
  return (
    <select class="input short" name="people" aria-label={`${c.get('texts').door.howMany}: ${name}`}>
      {[...choices, left].map((people) => (
        <option value={people} selected={people === left}>
          {people}
        </option>
      ))}
    </select>
  )
}

/** A guest who has canceled or waits: letting one in is asked first. */
const AskedGuest: FC<{ c: Ctx; guest: DoorGuest }> = ({ c, guest }) => {
  const { door: texts, guests: words } = c.get('texts')
  return (
    <li {...attributesOf(guest)}>
      <p class="grow">
        <span class="name">{guest.name}</span>
        <span class="badge" data-badge>
          {words.statuses[guest.status]}
        </span>
      </p>
      <a
        class="btn"
        href={`${eventPath(c.get('event').id, 'door')}?guest=${guest.id}`}
        aria-label={`${texts.ask}: ${guest.name}`}
      >
        {texts.ask}
      </a>
    </li>
  )
}

const NO_ANSWERS = { party: 1, there: 0, status: 'accepted' as const, answers: [], offered: [] }

/** Rows that the script copies for guests whom the page does not list. */
export const RowsOfScript: FC<{ c: Ctx }> = ({ c }) => {
  const guest = { id: '', name: '', ...NO_ANSWERS }
  return (
    <>
      <template data-row="guest">
        <Guest c={c} guest={guest} search="" />
      </template>
      <template data-row="apart">
        <AskedGuest c={c} guest={{ ...guest, status: 'declined' }} />
      </template>
    </>
  )
}

/** The large answer to a tap, or the question whether a guest who canceled comes in; the script fills it, too. */
export const Answer: FC<{ c: Ctx; guest: DoorGuest | undefined; people: number }> = ({ c, guest, people }) => {
  const { door: texts } = c.get('texts')
  return (
    <section class="answer" role="status" tabindex={-1} data-answer hidden={!guest}>
      <Icon name="circle-check" />
      <Icon name="circle-alert" />
      <strong data-answer-name>{guest?.name}</strong>
      <p data-answer-text>{guest && (guest.there > 0 ? texts.isIn(guest.there, guest.party) : texts.takenBack)}</p>
      <div class="line mid">
        <button type="button" class="btn" data-answer-more hidden></button>
        {guest && people > 0 ? (
          <Form c={c} action={eventPath(c.get('event').id, `door/${guest.id}`)}>
            <input type="hidden" name="id" value={randomUUID()} />
            <input type="hidden" name="people" value={-people} />
            <button class="btn" data-answer-undo>
              {texts.undo}
            </button>
          </Form>
        ) : (
          <button type="button" class="btn" data-answer-undo hidden>
            {texts.undo}
          </button>
        )}
      </div>
    </section>
  )
}

/** Texts that the script fills in. */
export const textsOfScript = ({ door: texts, guests }: Texts) => ({
  ofPeople: texts.ofPeople('{count}'),
  party: texts.party('{party}'),
  partyIn: texts.partyIn('{party}', '{there}'),
  isIn: texts.isIn('{there}', '{party}'),
  isInAlone: texts.isIn(1, 1),
  takenBack: texts.takenBack,
  notCounted: texts.notCounted,
  more: texts.moreHere('{people}'),
  no: texts.notIn,
  letIn: texts.letIn('{name}', '{status}'),
  checkIn: texts.checkIn,
  undo: texts.undo,
  ask: texts.ask,
  howMany: texts.howMany,
  apart: texts.apart('{count}'),
  none: guests.noneFound,
  foreign: texts.foreignCode,
  loading: texts.loading('{count}', '{total}'),
  kept: texts.kept('{total}'),
  waiting: texts.waiting,
  statuses: guests.statuses,
})

/**
 * The inputs of the form for a person who comes without an RSVP. Who sees no contacts enters none: an email that is on
 * the list would say whose it is.
 */
export const walkInFields = (c: Ctx) =>
  hidesContacts(c)
    ? (['given_name', 'family_name'] as const)
    : (['given_name', 'family_name', 'email_addresses'] as const)

const hidesContacts = (c: Ctx) => c.get('helper')?.pages.includes('guests') === false

export const WalkIn: FC<{ c: Ctx; form: FormState }> = ({ c, form }) => {
  const texts = c.get('texts')
  const { person, door } = texts
  return (
    <details class="more" open={form.faults.length > 0}>
      <summary>
        <Icon name="user-plus" />
        {door.walkIn}
        <Icon name="chevron-right" class="turn" />
      </summary>
      <Form c={c} action={eventPath(c.get('event').id, 'door')} class="stack max-l">
        <p class="notice warn" data-offline hidden>
          {door.offline}
        </p>
        <Field texts={texts} form={form} name="given_name" label={person.given_name} />
        <Field texts={texts} form={form} name="family_name" label={person.family_name} />
        {!hidesContacts(c) && (
          <Field texts={texts} form={form} name="email_addresses" label={person.email_addresses} type="email" />
        )}
        <AnswerFields c={c} />
        <div class="line">
          <button class="btn main">{door.addHere}</button>
        </div>
      </Form>
    </details>
  )
}
