import type { Context, Hono } from 'hono'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { isNativeId } from '../../fields/identifier.js'
import { requires, requiresInterfaceEvent } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageEnv } from '../../manage/environment.js'
import { say } from '../../manage/page/flash.js'
import { Field, FaultText, type FormState, NO_FAULTS, faultsOf, formIn } from '../../manage/page/form.js'
import { CopyBlock, Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { eventPath } from '../../manage/paths.js'
import { notFound } from '../../runtime/errors.js'
import { makeTeamLink } from '../make-team-link.js'
import { LONGEST_LABEL, type TeamLink, endOf, nameOfLink, teamPath } from '../team-link.js'
import type { Helpers } from './helping.manage.js'
import { revokeTeamLink, listTeamLinks, works } from '../store/team-link-store.js'

type Ctx = Context<ManageEnv>

/** The links by which people help with an event: making one, seeing who uses which, revoking. */
export function teamPage(app: Hono<ManageEnv>, dependencies: Helpers): void {
  const { site, teamLinks } = dependencies
  const [first] = teamLinks.help
  const untouched = { values: first ? { [`rights-${first.right}`]: 'on' } : {}, faults: NO_FAULTS }
  const path = eventPath(':event', 'team')
  const mayGive = [requiresInterfaceEvent, requires('change_events')] as const

  app.get(path, ...mayGive, (c) => listPage(c, dependencies, untouched))

  app.post(path, ...mayGive, async (c) => {
    const { values, valuesOf } = await formIn(c)
    const event = c.get('event')
    const rights = valuesOf('rights')
    const ticked = Object.fromEntries(rights.map((right) => [`rights-${right}`, 'on']))
    const { label, until, email } = values
    try {
      const { person: by } = c.get('owner')
      const { link, token } = await makeTeamLink(teamLinks, event, { rights, until, label, email, by })
      const subject = { id: event.id, title: event.title }
      await logChange(c, dependencies, { action: 'team_link_created', subject, detail: nameOfLink(link) })
      if (token === undefined) {
        say(c, site, { said: c.get('texts').helpers.mailedSaid })
        return c.redirect(eventPath(event.id, 'team'), 303)
      }
      return await listPage(c, dependencies, untouched, site.publicUrl + teamPath(token))
    } catch (error) {
      return listPage(c, dependencies, { values: { ...values, ...ticked }, faults: faultsOf(error) })
    }
  })

  app.post(`${path}/:link/revoke`, ...mayGive, async (c) => {
    const id = c.req.param('link') ?? ''
    if (!isNativeId(id)) throw notFound()
    const event = c.get('event')
    const name = nameOfLink(await revokeTeamLink(teamLinks.table, event.id, id, teamLinks.now()))
    const subject = { id: event.id, title: event.title }
    await logChange(c, dependencies, { action: 'team_link_revoked', subject, detail: name })
    say(c, site, { said: c.get('texts').helpers.revokedSaid(name) })
    return c.redirect(eventPath(event.id, 'team'), 303)
  })
}

async function listPage(
  c: Ctx,
  { table, teamLinks: { help, now }, sendsMail }: Helpers,
  form: FormState,
  address?: string,
) {
  const texts = c.get('texts')
  const { helpers: words } = texts
  const event = c.get('event')
  const links = await listTeamLinks(table, event.id)
  const working = await Promise.all(links.map((link) => works(table, event, link, now())))
  const listed = links.map((link, i) => ({ ...link, isWorking: working[i] }))
  const path = eventPath(event.id, 'team')
  return eventPage(c, 'team', {
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        {address && (
          <Notice kind="good">
            <div class="stack tight">
              <p>{words.once}</p>
              <CopyBlock id="address" value={address} button={texts.copy} done={texts.copied} />
            </div>
          </Notice>
        )}
        <p class="max-l">{words.explain}</p>
        {listed.length === 0 && <p class="card quiet">{words.none}</p>}
        <Table
          rows={listed}
          columns={[
            { title: words.label, cell: (link) => nameOfLink(link) },
            {
              title: words.rights,
              cell: ({ rights }) => rights.map((right) => words.rightShort[right]).join(', '),
            },
            { title: words.until, isNamed: true, cell: (link) => <Time c={c} at={endOf(link, event)} /> },
            { title: words.devices, isNamed: true, cell: (link) => <Devices c={c} link={link} /> },
            {
              title: '',
              cell: (link) =>
                link.isWorking ? (
                  <Form c={c} action={`${path}/${link.id}/revoke`}>
                    <button class="btn ghost" aria-label={`${words.revoke}: ${nameOfLink(link)}`}>
                      {words.revoke}
                    </button>
                  </Form>
                ) : link.revoked_date ? (
                  words.revoked
                ) : (
                  words.ended
                ),
            },
          ]}
        />
        <Form c={c} action={path} class="card stack max-l">
          <Field
            texts={texts}
            form={form}
            name="label"
            label={words.label}
            hint={words.labelHint}
            maxlength={LONGEST_LABEL}
            optional
          />
          <fieldset class="stack tight" id="rights">
            <legend>{words.rights}</legend>
            {help.map(({ right }) => (
              <label class="check">
                <input type="checkbox" name="rights" value={right} checked={form.values[`rights-${right}`] === 'on'} />
                <span>{words.right[right]}</span>
              </label>
            ))}
            <FaultText texts={texts} form={form} name="rights" />
          </fieldset>
          <Field
            texts={texts}
            form={form}
            name="until"
            label={words.until}
            hint={words.untilHint}
            type="datetime-local"
            optional
          />
          {sendsMail && (
            <Field
              texts={texts}
              form={form}
              name="email"
              label={words.email}
              hint={words.emailHint}
              type="email"
              optional
            />
          )}
          <p class="line">
            <button class="btn main">{words.make}</button>
          </p>
        </Form>
      </>
    ),
  })
}

/** The devices of a link, with the last use of each. */
function Devices({ c, link }: { c: Ctx; link: TeamLink }) {
  const { helpers: words } = c.get('texts')
  const devices = Object.values(link.devices).sort((one, other) => other.last.localeCompare(one.last))
  if (devices.length === 0) return <>{words.noDevice}</>
  return (
    <>
      {words.device(devices.length)}
      {devices.map(({ last }) => (
        <>
          <br />
          <span class="small quiet">
            {words.lastUse} <Time c={c} at={last} />
          </span>
        </>
      ))}
    </>
  )
}
