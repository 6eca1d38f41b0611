import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { safeParse } from 'valibot'
import { type Fault, notFound } from '../../runtime/errors.js'
import { enteredEmail } from '../../fields/values.js'
import { type Person, enteredPerson } from '../../people/person.js'
import { ROLES, type Role } from '../group.js'
import { groupIdOf } from '../../runtime/owner.js'
import type { Membership } from '../group.js'
import type { SignInDependencies } from '../../sign-in/manage/dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { FaultSummary, Field, type FormState, NO_FAULTS, textsIn } from '../../manage/page/form.js'
import { fresh, requires } from '../../manage/access/guards.js'
import { isActiveOf } from './keys-page.manage.js'
import { logChange } from '../../manage/access/log-change.js'
import { say } from '../../manage/page/flash.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { type Column, Table } from '../../manage/page/table.js'
import { findPeople } from '../../people/store/find-people.js'

type Ctx = Context<ManageEnv>

/** The roles that can be given: the creator came with the group. */
const GIVEN = ROLES.filter((role): role is Exclude<Role, 'creator'> => role !== 'creator')
const isGiven = (role: string | undefined): role is Exclude<Role, 'creator'> => GIVEN.some((each) => each === role)

/** Members of a group: adding, roles, removing. */
export function membersPage(app: Hono<ManageEnv>, dependencies: SignInDependencies): void {
  const { owners, signInMails, site } = dependencies
  const path = ownerPath(':owner', 'members')
  const back = (c: Ctx) => c.redirect(ownerPath(c.get('owner').id, 'members'), 303)

  app.get(path, requires('members'), fresh, (c) => listPage(c, dependencies))

  app.post(path, requires('members'), fresh, async (c) => {
    const values = textsIn(await c.req.parseBody())
    const group = groupOf(c)
    const faults = faultsIn(values)
    const { given_name, family_name, email = '', role } = values
    if (faults.length > 0 || !isGiven(role)) return listPage(c, dependencies, { values, faults })
    const entered = {
      id: randomUUID(),
      owner: c.get('owner').owner,
      given_name,
      family_name,
      email: email.trim(),
    }
    const person = await owners.addMember(group, enteredPerson(entered, new Date()), role)
    await logChange(c, dependencies, { action: 'member_added', subject: { id: person }, detail: role })
    const { address } = c.get('session')
    await signInMails?.invite(person, {
      owner: c.get('owner').owner,
      address: entered.email,
      by: await nameOfInviter(c, dependencies, address),
      language: c.get('lang'),
    })
    const { members: words } = c.get('texts')
    say(c, site, { said: words.added(entered.email), also: signInMails ? words.mailed : '' })
    return back(c)
  })

  app.post(`${path}/:person/role`, requires('members'), fresh, async (c) => {
    const { role } = textsIn(await c.req.parseBody())
    if (!isGiven(role)) throw notFound()
    const person = c.req.param('person') ?? ''
    const before = await memberOf(groupOf(c), person, owners)
    await owners.changeRole(groupOf(c), person, role)
    await logChange(c, dependencies, { action: 'member_changed', subject: { id: person }, detail: role })
    const { said, owners: ownersTexts } = c.get('texts')
    say(c, site, {
      said: said.role(before.name, ownersTexts.roles[role]),
      ...(before.role && {
        undo: {
          action: `${ownerPath(c.get('owner').id, 'members')}/${person}/role`,
          fields: { role: before.role },
        },
      }),
    })
    return back(c)
  })

  app.get(`${path}/:person/remove`, requires('members'), fresh, async (c) => {
    const id = c.req.param('person') ?? ''
    const member = (await owners.members(groupOf(c))).find(({ person }) => person === id)
    if (!member || member.role === 'creator') throw notFound()
    const [person] = await owners.people([id])
    const { members: words } = c.get('texts')
    const name = (person && nameOf(person)) || (member.sign_in_address ?? '')
    return page(c, {
      title: words.removeTitle(name),
      section: 'members',
      children: (
        <Form c={c} action={`${ownerPath(c.get('owner').id, 'members')}/${id}/remove`} class="card stack max-l">
          <p>{words.removeExplain}</p>
          <p class="line">
            <button class="btn danger">{words.remove}</button>
            <a href={ownerPath(c.get('owner').id, 'members')}>{c.get('texts').people.keep}</a>
          </p>
        </Form>
      ),
    })
  })

  app.post(`${path}/:person/remove`, requires('members'), fresh, async (c) => {
    const person = c.req.param('person') ?? ''
    const { name } = await memberOf(groupOf(c), person, owners)
    await owners.removeMember(groupOf(c), person)
    await logChange(c, dependencies, { action: 'member_removed', subject: { id: person } })
    const { owner, id } = c.get('owner')
    say(c, site, { said: c.get('texts').said.removed(name) })
    const goOn = (await dependencies.keys.list(owner)).some(isActiveOf(person))
    return goOn ? c.redirect(`${ownerPath(id, 'keys')}?made_by=${person}`, 303) : back(c)
  })
}

/** The name and the role of a member before a change. */
async function memberOf(group: string, id: string, owners: SignInDependencies['owners']) {
  const found = (await owners.members(group)).find(({ person }) => person === id)
  const [person] = found ? await owners.people([id]) : []
  return { name: (person && nameOf(person)) || (found?.sign_in_address ?? ''), role: found?.role }
}

/** The name of the person who invites; the address where there is none. */
async function nameOfInviter(c: Ctx, { table }: SignInDependencies, address: string): Promise<string> {
  const { owner, person } = c.get('owner')
  const found = (await findPeople(table, owner, [person])).get(person)
  return (found && nameOf(found)) || address
}

/** An account has no members but its person. @throws OsdiError not_found */
function groupOf(c: Ctx): string {
  const group = groupIdOf(c.get('owner').owner)
  if (group === undefined) throw notFound()
  return group
}

function faultsIn({ email = '', role }: Record<string, string>): Fault[] {
  const fault = (error_code: string, name: string) => ({ error_code, description: '', properties: [name] })
  return [
    ...(email.trim() === '' ? [fault('required', 'email')] : []),
    ...(email.trim() && !safeParse(enteredEmail, email).success ? [fault('malformed', 'email')] : []),
    ...(isGiven(role) ? [] : [fault('required', 'role')]),
  ]
}

async function listPage(
  c: Ctx,
  { owners }: SignInDependencies,
  form: FormState = { values: { role: 'organizer' }, faults: NO_FAULTS },
) {
  const texts = c.get('texts')
  const members = await owners.members(groupOf(c))
  const people = await owners.people(members.map(({ person }) => person))
  const byRole = [...members].sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role))
  return page(c, {
    title: texts.members.title,
    section: 'members',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        <Members c={c} members={byRole} people={people} />
        <h2>{texts.members.add}</h2>
        <p>{texts.members.addExplain}</p>
        <FaultSummary texts={texts} form={form} labels={{ ...texts.person, email: texts.members.address }} />
        <Form c={c} action={ownerPath(c.get('owner').id, 'members')} class="card stack max-l">
          <Field texts={texts} form={form} name="email" type="email" label={texts.members.address} required />
          <Field texts={texts} form={form} name="given_name" label={texts.guests.name} optional />
          <div class="field">
            <label for="role">{texts.members.role}</label>
            <RoleChoice c={c} id="role" role={form.values['role'] ?? ''} />
            <p class="hint">{texts.members.rolesExplain}</p>
          </div>
          <div class="line">
            <button class="btn main">{texts.members.addButton}</button>
          </div>
        </Form>
      </>
    ),
  })
}

const Members: FC<{ c: Ctx; members: Membership[]; people: Person[] }> = ({ c, members, people }) => {
  const texts = c.get('texts')
  const { members: words } = texts
  const base = ownerPath(c.get('owner').id, 'members')
  const name = (member: Membership) => {
    const person = people.find(({ id }) => id === member.person)
    return (person && nameOf(person)) || texts.guests.erased
  }
  const columns: Column<Membership>[] = [
    { title: texts.guests.name, cell: name },
    {
      title: words.address,
      cell: ({ sign_in_address }) => sign_in_address ?? <span class="quiet">{words.noAddress}</span>,
    },
    {
      title: words.role,
      cell: (member) =>
        member.role === 'creator' ? (
          texts.owners.roles.creator
        ) : (
          <Form c={c} action={`${base}/${member.person}/role`} class="line">
            <RoleChoice
              c={c}
              id={`role-${member.person}`}
              role={member.role}
              label={`${words.role}: ${name(member)}`}
            />
            <button class="btn">{words.change}</button>
          </Form>
        ),
    },
    {
      title: '',
      cell: (member) =>
        member.role !== 'creator' && (
          <a class="btn ghost" href={`${base}/${member.person}/remove`} aria-label={`${words.remove}: ${name(member)}`}>
            {words.remove}…
          </a>
        ),
    },
  ]
  return <Table columns={columns} rows={members} />
}

const RoleChoice: FC<{ c: Ctx; id: string; role: string; label?: string }> = ({ c, id, role, label }) => (
  <select class="input" id={id} name="role" aria-label={label}>
    {GIVEN.map((each) => (
      <option value={each} selected={each === role}>
        {c.get('texts').owners.roles[each]}
      </option>
    ))}
  </select>
)
