import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { hasRole } from '../../access/store/roles.js'
import { comparableEmail } from '../../fields/email-address.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { say } from '../../manage/page/flash.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, bodyOf, faultsOf, textsIn } from '../../manage/page/form.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { idIn } from '../../manage/request-params.js'
import { type Person, type PersonChange, contactsOf, newPerson } from '../person.js'
import { changePerson, readNumber } from '../record-person.js'
import { createPerson } from '../store/create-person.js'
import { nameOf } from './names.manage.js'
import { readPerson } from './person-fields.manage.js'
import { findPerson, holderOf } from '../store/find-people.js'

type Ctx = Context<ManageEnv>

/** The form by which the team corrects the names and the contacts of a person. */
export function correctPersonPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, table } = dependencies
  const path = `${ownerPath(':owner', 'people')}/:person/edit`

  const read = async (c: Ctx) => {
    const { owner } = c.get('owner')
    const person = await findPerson(table, owner, idIn(c, 'person'))
    // The email of someone on the team is for that person to change.
    return { person, hasContacts: !(await hasRole(table, owner, person.id)) }
  }

  app.get(path, requires('change_people'), async (c) => {
    const { person, hasContacts } = await read(c)
    const { given_name = '', family_name = '', email_addresses, phone_numbers, notes = '' } = person
    const values = {
      given_name,
      family_name,
      notes,
      email_addresses: email_addresses[0]?.address ?? '',
      phone_numbers: phoneOf(phone_numbers[0]),
    }
    return formPage(c, person, hasContacts, { values, faults: NO_FAULTS })
  })

  app.post(path, requires('change_people'), async (c) => {
    const { owner, id } = c.get('owner')
    const { said } = c.get('texts')
    const { person, hasContacts } = await read(c)
    const values = textsIn(await bodyOf(c))
    try {
      const change = correctionOf(person, readPerson(values), hasContacts)
      const { ignored } = await changePerson(dependencies.attending, owner, person.id, change)
      await logChange(c, dependencies, { action: 'person_corrected', subject: { id: person.id } })
      say(c, site, { said: ignored.includes('email_addresses') ? said.emailTaken : said.corrected })
      return c.redirect(`${ownerPath(id, 'people')}/${person.id}`, 303)
    } catch (error) {
      return formPage(c, person, hasContacts, { values, faults: faultsOf(error) })
    }
  })
}

/** The form by which the team adds a person, who is not subscribed by it. A person who is known stays as they are. */
export function addPersonPages(app: Hono<ManageEnv>, { site, table, attending }: ManageDependencies): void {
  const path = `${ownerPath(':owner', 'people')}/new`

  app.get(path, requires('change_people'), (c) => addPage(c, { values: {}, faults: NO_FAULTS }))

  app.post(path, requires('change_people'), async (c) => {
    const { owner, id } = c.get('owner')
    const { said } = c.get('texts')
    const values = textsIn(await bodyOf(c))
    try {
      const sent = await readNumber(attending, owner, { ...readPerson(values), unasked: true })
      const person = await newPerson(attending.newId(), owner, sent, attending.now(), attending.geocode)
      const isNew = await createPerson(table, person)
      const found = isNew ? person.id : await holderOf(table, owner, contactsOf(person))
      if (isNew) await logChange(c, { table }, { action: 'person_added', subject: { id: person.id } })
      say(c, site, { said: isNew ? said.personAdded : said.personKnown })
      return c.redirect(`${ownerPath(id, 'people')}/${found ?? ''}`, 303)
    } catch (error) {
      return addPage(c, { values, faults: faultsOf(error) })
    }
  })
}

/** Returns a phone number for people: as it was typed, or with its plus sign. */
export const phoneOf = (phone: Person['phone_numbers'][number] | undefined): string =>
  phone ? (phone.typed ?? `+${phone.number}`) : ''

/**
 * Returns the change that a form means: what is emptied goes. A new address takes the status of the one that it
 * corrects: no one has subscribed it.
 */
function correctionOf(person: Person, typed: PersonChange, hasContacts: boolean): PersonChange {
  const { given_name = null, family_name = null, email_addresses: email = null, phone_numbers: phone = null } = typed
  const names = { given_name, family_name, notes: typed.notes }
  if (!hasContacts) return names
  const known = person.email_addresses[0]
  const isSame = known && email?.address && comparableEmail(known.address) === comparableEmail(email.address)
  const status = statusAfter(known?.status)
  return {
    ...names,
    email_addresses: email && (isSame ? {} : { ...email, status }),
    phone_numbers:
      phone &&
      (phone.number === phoneOf(person.phone_numbers[0])
        ? {}
        : { ...phone, status: statusAfter(person.phone_numbers[0]?.status) }),
  }
}

const statusAfter = (known: string | undefined) => (known === 'subscribed' ? 'subscribed' : 'unsubscribed')

function formPage(c: Ctx, person: Person, hasContacts: boolean, form: FormState) {
  const { people: words } = c.get('texts')
  const back = `${ownerPath(c.get('owner').id, 'people')}/${person.id}`
  return page(c, {
    title: words.correctTitle(nameOf(person)),
    section: 'people',
    crumb: { href: back, text: nameOf(person) || words.title },
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <PersonForm
        c={c}
        form={form}
        action={`${back}/edit`}
        back={back}
        hasContacts={hasContacts}
        button={words.correct}
      />
    ),
  })
}

function addPage(c: Ctx, form: FormState) {
  const { people: words } = c.get('texts')
  const back = ownerPath(c.get('owner').id, 'people')
  return page(c, {
    title: words.add,
    section: 'people',
    crumb: { href: back, text: words.title },
    status: form.faults.length > 0 ? 400 : 200,
    children: <PersonForm c={c} form={form} action={`${back}/new`} back={back} hasContacts={true} button={words.add} />,
  })
}

const PersonForm: FC<{
  c: Ctx
  form: FormState
  action: string
  back: string
  hasContacts: boolean
  button: string
}> = ({ c, form, action, back, hasContacts, button }) => {
  const texts = c.get('texts')
  const { people: words, person: labels } = texts
  return (
    <Form c={c} action={action} class="card stack max-l">
      <FaultSummary texts={texts} form={form} labels={labels} />
      <div class="cols">
        <Field texts={texts} form={form} name="given_name" label={labels.given_name} />
        <Field texts={texts} form={form} name="family_name" label={labels.family_name} />
      </div>
      {hasContacts ? (
        <div class="cols">
          <Field texts={texts} form={form} name="email_addresses" label={labels.email_addresses} type="email" />
          <Field texts={texts} form={form} name="phone_numbers" label={labels.phone_numbers} type="tel" />
        </div>
      ) : (
        <p class="hint">{words.correctOfTeam}</p>
      )}
      <Field texts={texts} form={form} name="notes" label={words.notes} hint={words.notesHint} rows={3} optional />
      <p class="line">
        <button class="btn main">{button}</button>
        <a class="btn ghost" href={back}>
          {words.keep}
        </a>
      </p>
    </Form>
  )
}
