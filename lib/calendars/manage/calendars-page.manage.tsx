import type { Context, Hono } from 'hono'
import { notFound } from '../../runtime/errors.js'
import { isNativeId } from '../../fields/identifier.js'
import { readPageRequest } from '../../http/query/page-request.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { pathOf } from '../icalendar/address.js'
import { calendarStore } from '../store/calendar-store.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Field, NO_FAULTS, Select, textsIn } from '../../manage/page/form.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { CopyBlock, Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { Table } from '../../manage/page/table.js'
import { Time } from '../../manage/page/time.js'
import { say } from '../../manage/page/flash.js'

/** Campaigns that the form offers: the newest. */
const OFFERED = '?per_page=100'

/** Calendars to subscribe to without a key: a new address is on the page once, in the answer to the form. */
export function calendarsPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, table, campaigns, newKey } = dependencies
  const calendars = calendarStore(table)
  const path = ownerPath(':owner', 'calendars')

  app.get(path, requires('calendars'), (c) => listPage(c, dependencies))

  app.post(path, requires('calendars'), async (c) => {
    const { owner, title: ownTitle } = c.get('owner')
    const { title, campaign } = textsIn(await c.req.parseBody())
    if (campaign && !isNativeId(campaign)) throw notFound()
    const scope = campaign ? await campaigns.find(owner, campaign) : undefined
    const named = title?.trim().slice(0, 200) || scope?.title || ownTitle
    const secret = newKey()
    const calendar = { owner, title: named, ...(scope && { event_campaign_id: scope.id }) }
    const id = await calendars.create(secret, calendar, new Date())
    await logChange(c, dependencies, { action: 'calendar_created', subject: { id, title: named } })
    return listPage(c, dependencies, `${site.publicUrl}${pathOf(secret)}`)
  })

  app.post(`${path}/:calendar/revoke`, requires('calendars'), async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const found = (await calendars.list(owner)).find(({ id }) => id === c.req.param('calendar'))
    if (!found) throw notFound()
    await calendars.revoke(found.id, new Date())
    const subject = { id: found.id, title: found.title }
    await logChange(c, dependencies, { action: 'calendar_revoked', subject })
    say(c, site, { said: c.get('texts').said.revoked(found.title) })
    return c.redirect(ownerPath(ownerId, 'calendars'), 303)
  })
}

async function listPage(c: Context<ManageEnv>, { table, campaigns }: ManageDependencies, address?: string) {
  const texts = c.get('texts')
  const { calendars: words } = texts
  const { owner, id: ownerId } = c.get('owner')
  const base = ownerPath(ownerId, 'calendars')
  const form = { values: {}, faults: NO_FAULTS }
  const [listed, offered] = await Promise.all([
    calendarStore(table).list(owner),
    campaigns.list(owner, readPageRequest(OFFERED)),
  ])
  const ofCampaigns = Object.fromEntries(offered.members.map(({ id, title }) => [id, title]))
  return page(c, {
    title: words.title,
    section: 'calendars',
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
        {listed.length === 0 && <p>{words.none}</p>}
        <Table
          rows={[...listed].sort((one, other) => other.created_date.localeCompare(one.created_date))}
          columns={[
            { title: texts.guests.name, cell: ({ title }) => title },
            {
              title: words.of,
              cell: ({ event_campaign_id, event_id }) =>
                event_id ? words.oneEvent : event_campaign_id ? words.oneCampaign : words.everything,
            },
            {
              title: texts.keys.created,
              isNamed: true,
              cell: ({ created_date }) => <Time c={c} at={created_date} />,
            },
            {
              title: '',
              cell: ({ id, title, revoked_date }) =>
                revoked_date ? (
                  texts.keys.revoked
                ) : (
                  <Form c={c} action={`${base}/${id}/revoke`}>
                    <button class="btn ghost" aria-label={`${texts.keys.revoke}: ${title}`}>
                      {texts.keys.revoke}
                    </button>
                  </Form>
                ),
            },
          ]}
        />
        <h2>{words.add}</h2>
        <Form c={c} action={base} class="card stack max-l">
          <Field texts={texts} form={form} name="title" label={texts.guests.name} hint={words.nameHint} />
          <Select form={form} name="campaign" label={words.of} options={{ '': words.everything, ...ofCampaigns }} />
          <div class="line">
            <button class="btn main">{words.addButton}</button>
          </div>
        </Form>
      </>
    ),
  })
}
