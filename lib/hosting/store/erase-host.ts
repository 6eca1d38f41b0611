import { lengthOf, lists } from '../../collections/numbered-list.js'
import { readWhole } from '../../collections/read-page.js'
import type { EventStore } from '../../events/store/event-store.js'
import type { Person } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import { inParallel } from '../../table/in-parallel.js'
import { getBeside, getOne } from '../../table/reads.js'
import { type Table, keyIn, keyOf } from '../../table/table.js'
import { deleteItem } from '../../table/transaction.js'
import { withoutHost } from '../erased-host.js'
import { mailboxId } from '../host-request.js'

/** Campaigns that are asked at the same time. */
const CAMPAIGNS = 8

/**
 * Erases what hosting keeps of a person: requests whose link was not used yet, the events that the person hosts, and
 * the reports of their campaigns. Repeating it changes nothing.
 */
export const hostErasure =
  (table: Table, events: Pick<EventStore, 'change'>, forgetEvent: (id: string) => Promise<void>) =>
  async ({ id, owner, email_addresses }: Person): Promise<void> => {
    for (const { address } of email_addresses) await eraseRequests(table, owner, mailboxId(address))
    const list = lists.campaignsOf(owner)
    const length = await lengthOf(table, list)
    const campaigns = length === 0 ? [] : await readWhole(table, list, 1, length)
    await inParallel(campaigns, CAMPAIGNS, async (campaign) => {
      const hosted = await getBeside(table, keyOf.hostOfEvent(campaign['id'] as string, id, ''))
      if (hosted.length > 0) await deleteItem(table, keyOf.campaignReport(campaign['id'] as string))
      for (const { event } of hosted) {
        await events.change(
          owner,
          event as string,
          (before) => Promise.resolve(withoutHost(before, new Date())),
          'leave out',
        )
        await forgetEvent(event as string)
      }
    })
  }

/** Erases the requests of a mailbox that wait for their link to be used. */
async function eraseRequests(table: Table, owner: Owner, mailbox: string): Promise<void> {
  for (const slot of await getBeside(table, keyOf.hostLinkSlot(mailbox, '' as never))) {
    const key = keyOf.hostRequest(slot['request'] as string)
    if ((await getOne(table, key))?.['owner'] !== owner) continue
    await deleteItem(table, key)
    await deleteItem(table, keyIn(slot))
  }
}
