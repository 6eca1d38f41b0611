import type { Context, Hono } from 'hono'
import { OsdiError } from '../../runtime/errors.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { say } from '../../manage/page/flash.js'
import { Checkbox, Field, type FormState, NO_FAULTS, textsIn } from '../../manage/page/form.js'
import { Form, page } from '../../manage/page/page.js'
import { Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { ownerPath } from '../../manage/paths.js'
import { nameOf } from '../../people/manage/names.manage.js'
import type { Contact } from '../../people/person.js'
import { type Blocking, blockContact } from '../block-people.js'
import { LONGEST_REASON } from '../blocked-contact.js'
import { liftBlock, listBlocked } from '../store/blocked-store.js'

/** This page cancels the RSVPs of blocked people. */
export type BlockingPage = ManageDependencies & { blocking: Blocking }

/** Blocked people of an owner: blocking one, and lifting it. */
export function blockedPage(app: Hono<ManageEnv>, dependencies: BlockingPage): void {
  const { site, table, blocking } = dependencies
  const path = ownerPath(':owner', 'blocked')
  const back = (c: Context<ManageEnv>) => c.redirect(ownerPath(c.get('owner').id, 'blocked'), 303)

  app.get(path, requires('change_people'), (c) =>
    listPage(c, dependencies, { values: { contact: c.req.query('contact') ?? '' }, faults: NO_FAULTS }),
  )

  app.post(path, requires('change_people'), async (c) => {
    const values = textsIn(await c.req.parseBody())
    const { owner, person } = c.get('owner')
    const { contact = '', reason, cancel_rsvps } = values
    const { blocked: words } = c.get('texts')
    try {
      const asked = { contact, reason, by: person, cancelsRsvps: cancel_rsvps !== undefined }
      const { hash, cancelled } = await blockContact(blocking, owner, asked)
      await logChange(c, dependencies, { action: 'contact_blocked', subject: { id: hash } })
      say(c, site, {
        said: words.blockedSaid,
        ...(cancelled > 0 && { also: words.canceledSaid(cancelled) }),
      })
      return back(c)
    } catch (error) {
      if (!(error instanceof OsdiError) || error.faults.length === 0) throw error
      const faults = error.faults.map(({ properties, ...fault }) => ({
        ...fault,
        properties: properties.length > 0 ? properties : ['contact'],
      }))
      return listPage(c, dependencies, { values, faults })
    }
  })

  app.post(`${path}/:hash/lift`, requires('change_people'), async (c) => {
    const { owner } = c.get('owner')
    const hash = c.req.param('hash') ?? ''
    if (/^[0-9a-f]{32}$/.test(hash) && (await liftBlock(table, owner, hash))) {
      await logChange(c, dependencies, { action: 'contact_unblocked', subject: { id: hash } })
      say(c, site, { said: c.get('texts').blocked.liftedSaid })
    }
    return back(c)
  })
}

async function listPage(
  c: Context<ManageEnv>,
  { table, owners }: ManageDependencies,
  form: FormState,
): Promise<Response> {
  const texts = c.get('texts')
  const { blocked: words } = texts
  const { owner, id } = c.get('owner')
  const base = ownerPath(id, 'blocked')
  const listed = await listBlocked(table, owner)
  const members = [...new Set(listed.flatMap(({ by }) => by ?? []))]
  const names = new Map((await owners.people(members)).map((person) => [person.id, nameOf(person)]))
  return page(c, {
    title: words.title,
    section: 'blocked',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        <p class="max-l">{words.explain}</p>
        {listed.length === 0 && <p class="card quiet">{words.none}</p>}
        <Table
          rows={listed}
          columns={[
            {
              title: words.contact,
              cell: ({ contact }) => (contact ? shown(contact) : words.erasedContact),
            },
            { title: words.reason, cell: ({ reason }) => reason ?? '' },
            { title: words.by, cell: ({ by }) => (by ? (names.get(by) ?? '') : words.byCommand) },
            { title: words.since, isNamed: true, cell: ({ date }) => <Time c={c} at={date} /> },
            { title: words.attempts, isNamed: true, cell: ({ attempts = 0 }) => String(attempts) },
            {
              title: '',
              cell: ({ hash, contact }) => (
                <Form c={c} action={`${base}/${hash}/lift`}>
                  <button
                    class="btn ghost"
                    aria-label={`${words.lift}: ${contact ? shown(contact) : words.erasedContact}`}
                  >
                    {words.lift}
                  </button>
                </Form>
              ),
            },
          ]}
        />
        <Form c={c} action={base} class="card stack max-l">
          <Field texts={texts} form={form} name="contact" label={words.contact} required />
          <Field
            texts={texts}
            form={form}
            name="reason"
            label={words.reason}
            hint={words.reasonHint}
            maxlength={LONGEST_REASON}
            optional
          />
          <Checkbox form={form} name="cancel_rsvps" label={words.cancelsRsvps} />
          <p class="line">
            <button class="btn main">{words.block}</button>
          </p>
        </Form>
      </>
    ),
  })
}

const shown = ({ kind, value }: Contact) => (kind === 'phone' ? `+${value}` : value)
