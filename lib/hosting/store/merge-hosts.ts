import type { OsdiEvent } from '../../events/event.js'
import type { EventStore } from '../../events/store/event-store.js'
import { nextVersion } from '../../fields/version.js'
import type { Person } from '../../people/person.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyIn, keyOf, valueOf } from '../../table/table.js'
import { deleteItem, putIfAbsent } from '../../table/transaction.js'
import { type TrustedHost, eventsOfHost } from './hosting-store.js'
import { inCampaigns } from './read-hosts.js'

/**
 * Gives the events of a host who was merged to the person who stays, and the trust of the team: own data, mails to the
 * host and an erasure follow who hosts. Repeating it changes nothing.
 */
export const hostMerge =
  (table: Table, events: Pick<EventStore, 'change'>) =>
  ({ id, owner }: Person, keep: string): Promise<void> =>
    inCampaigns(table, owner, async (campaign) => {
      const given = (event: OsdiEvent): OsdiEvent => {
        const of = (person: string) => (person === id ? keep : person)
        const { creator, organizer } = event
        if (creator !== id && organizer !== id) return event
        return { ...event, creator: of(creator), organizer: of(organizer), ...nextVersion(event, new Date()) }
      }
      for (const event of await eventsOfHost(table, campaign, id))
        await events.change(owner, event, (before) => Promise.resolve(given(before)), 'leave out')
      const trust = await getOne(table, keyOf.trustedHost(campaign, id))
      if (!trust) return
      const kept = { ...valueOf<TrustedHost>(trust), person: keep }
      await putIfAbsent(table, keyOf.trustedHost(campaign, keep), kept)
      await deleteItem(table, keyIn(trust))
    })
