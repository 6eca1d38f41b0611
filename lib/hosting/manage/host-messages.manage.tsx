import type { Context, Hono } from 'hono'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import { derivedId } from '../../fields/identifier.js'
import { unsavedQuery } from '../../targeting/record-query.js'
import { requires } from '../../manage/access/guards.js'
import type { MailDependencies } from '../../mail/manage/dependencies.manage.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { type Addressed, composeMessage, newMessagePage, valuesOf } from '../../mail/manage/composer.manage.js'
import { peopleOfQuery } from '../../mail/manage/people-of-query.manage.js'
import { campaignPath } from '../../manage/paths.js'
import { idIn } from '../../manage/request-params.js'
import { campaignPage } from '../../campaigns/manage/campaign-frame.manage.js'
import { statesOfHosts } from '../store/hosting-store.js'

type Ctx = Context<ManageEnv>

/** The id of the query of these hosts: one for each campaign and state, however often they are written to. */
const idOfQuery = (campaign: string, state: string) => derivedId('hosts to write to', campaign, state)

/** Writing to the hosts of a campaign, or to those of a state: the same form and steps as to the people of a query. */
export function hostMessagePages(app: Hono<ManageEnv>, dependencies: ManageDependencies & MailDependencies): void {
  const { messages, targeting, campaigns, table } = dependencies
  if (!messages) return
  const path = campaignPath(':owner', ':campaign', 'messages')

  const queryOf = (c: Ctx, { id, title }: EventCampaign, state: string) =>
    unsavedQuery(targeting, c.get('owner').owner, idOfQuery(id, state), {
      title: `${title}: ${c.get('texts').hostMessages.named(state)}`,
      include: [],
      hosts_of: id,
      ...(state && { hosts_in: state }),
    })

  const to = async (c: Ctx, asked: string | undefined): Promise<Addressed> => {
    const { hostMessages: words } = c.get('texts')
    const { owner, id } = c.get('owner')
    const campaign = await campaigns.find(owner, idIn(c, 'campaign'))
    const states = await statesOfHosts(table, campaign.id)
    const state = states.find((each) => each.state === asked)?.state ?? ''
    const base = campaignPath(id, campaign.id, 'messages')
    return {
      base,
      people: `${campaign.title}: ${words.named(state)}`,
      hidden: { state },
      found: async (isFresh) => peopleOfQuery(targeting, await queryOf(c, campaign, state), isFresh),
      all: () => messages.listOf(idOfQuery(campaign.id, state)),
      page: (parts) => campaignPage(c, dependencies, campaign, 'messages', parts),
      choice: <Choice c={c} states={states} state={state} />,
    }
  }

  app.get(path, requires('target'), async (c) => newMessagePage(c, await to(c, c.req.query('state')), dependencies))

  app.post(path, requires('target'), async (c) => {
    const values = await valuesOf(c)
    return composeMessage(c, values, await to(c, values['state']), dependencies)
  })
}

function Choice({ c, states, state }: { c: Ctx; states: { state: string; hosts: number }[]; state: string }) {
  const { hostMessages: words } = c.get('texts')
  const named = states.filter((each) => each.state !== '').toSorted((one, other) => (one.state < other.state ? -1 : 1))
  return (
    <section class="card stack">
      <div class="field">
        <label for="state">{words.to}</label>
        <select class="input" id="state" name="state">
          <option value="">{words.everyState}</option>
          {named.map((each) => (
            <option value={each.state} selected={each.state === state}>
              {`${each.state.replace(/^US /, '')} (${formatNumber(c, each.hosts)})`}
            </option>
          ))}
        </select>
      </div>
      <p class="small quiet">{words.onlySubscribed}</p>
    </section>
  )
}
