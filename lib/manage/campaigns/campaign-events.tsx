import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { OsdiEvent } from '../../domain/events/event.js'
import { originPolicy } from '../../domain/events/origin.js'
import type { Page } from '../../domain/page.js'
import { mayDo } from '../../domain/access/permissions.js'
import type { ManageEnv } from '../environment.js'
import { StateBadge } from '../events/event-frame.js'
import { Form } from '../page/page.js'
import { eventPath, ownerPath } from '../paths.js'
import { PagedTable } from '../page/table.js'
import { describeStart } from '../formats.js'

/** The events of a campaign: adding one, and hiding those that are made here. */
export const CampaignEvents: FC<{ c: Context<ManageEnv>; campaign: string; found: Page<OsdiEvent> }> = ({
  c,
  campaign,
  found,
}) => {
  const { actions, campaigns: texts, eventPages } = c.get('texts')
  const { id: ownerId, role } = c.get('owner')
  return (
    <>
      <h2>{texts.events}</h2>
      {mayDo(role, 'change_events') && (
        <p>
          <a class="btn" href={`${ownerPath(ownerId, 'actions/new')}?campaign=${campaign}`}>
            {texts.newEvent}
          </a>
        </p>
      )}
      <PagedTable
        c={c}
        found={found}
        path={`${ownerPath(ownerId, 'campaigns')}/${campaign}`}
        none={texts.noEvents}
        columns={[
          {
            title: actions.event,
            cell: (event) => (
              <>
                <a href={eventPath(event.id, originPolicy(event).statistics ? '' : 'guests')}>
                  {event.title}
                </a>{' '}
                <StateBadge c={c} event={event} />
              </>
            ),
          },
          { title: actions.start, cell: (event) => describeStart(event, c.get('lang')) ?? actions.noDate },
          { title: actions.rsvps, kind: 'number', cell: ({ total_accepted }) => total_accepted },
          {
            title: '',
            cell: (event) =>
              originPolicy(event).statistics && (
                <Form c={c} action={eventPath(event.id, event.hidden ? 'unhide' : 'hide')}>
                  <input type="hidden" name="back" value="campaign" />
                  <button
                    class="btn ghost"
                    aria-label={`${event.hidden ? eventPages.unhide : eventPages.hide}: ${event.title}`}
                  >
                    {event.hidden ? eventPages.unhide : eventPages.hide}
                  </button>
                </Form>
              ),
          },
        ]}
      />
    </>
  )
}
