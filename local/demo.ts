import { OsdiError } from '../lib/runtime/errors.js'
import { newCampaign } from '../lib/campaigns/event-campaign.js'
import { enteredPerson } from '../lib/people/person.js'
import type { Group } from '../lib/access/group.js'
import type { Owner } from '../lib/runtime/owner.js'
import { campaignStore } from '../lib/campaigns/store/campaign-store.js'
import { keyStore } from '../lib/access/store/key-store.js'
import { ownerStore } from '../lib/app/access.js'
import { openTable } from '../lib/table/table.js'
import { EXAMPLE_IDS } from '../lib/hal/descriptions/example-ids.js'
import { folded } from '../lib/texts/words.js'

/** The data of a fresh local server, so that every request of the documentation can be tried at once. */
export interface Demo {
  group: {
    key: string
    id: string
    title: string
    creator: string
    administrator: string
    organizer: string
    member: string
  }
  other_group: { key: string; id: string; creator: string }
  individual: { key: string; person: string }
  event_campaign: { id: string }
}

/** Fixed, so that a curl line from the documentation or from yesterday works today. Never on a deployed stage. */
export const demo: Demo = {
  group: {
    key: 'demo-group-key',
    id: '6f2b8f5e-3c1d-4a7e-9b64-0d5a1c7e2f10',
    title: 'Turnout Demo Group',
    creator: 'a3d91c44-58e2-4f0b-8c77-1e9b6a2d4f01',
    administrator: 'a3d91c44-58e2-4f0b-8c77-1e9b6a2d4f02',
    organizer: EXAMPLE_IDS.lists,
    member: EXAMPLE_IDS.people,
  },
  other_group: {
    key: 'demo-other-group-key',
    id: '6f2b8f5e-3c1d-4a7e-9b64-0d5a1c7e2f20',
    creator: 'a3d91c44-58e2-4f0b-8c77-1e9b6a2d4f05',
  },
  individual: { key: 'demo-individual-key', person: 'a3d91c44-58e2-4f0b-8c77-1e9b6a2d4f06' },
  event_campaign: { id: EXAMPLE_IDS.event_campaigns },
}

export interface TableAddress {
  endpoint: string
  tableName: string
}

const ACCOUNT = '9d4c7a16-e25b-4830-bf91-7c8e2d5a6b40'

/**
 * Puts the demo data into a local table. Every step changes nothing the second time, and the event campaign
 * comes last: where it is, all the rest is, so that a later start pays one read.
 */
export async function seedDemo({ endpoint, tableName }: TableAddress): Promise<Demo> {
  const table = openTable({ tableName, dynamodbEndpoint: endpoint })
  const owners = ownerStore(table)
  const keys = keyStore(table)
  const campaigns = campaignStore(table)
  const now = new Date()
  const created_date = now.toISOString()
  const groupOwner: Owner = `group:${demo.group.id}`
  const accountOwner: Owner = `account:${ACCOUNT}`

  const person = (id: string, owner: Owner, given_name: string, family_name: string) => {
    const email = emailOf(`${given_name} ${family_name}`)
    return enteredPerson({ id, owner, given_name, family_name, email }, now)
  }

  const keep = async (key: string, owner: Owner) => keys.create(key, await owners.principalOf(owner), now)

  const group = async () => {
    const { id, title, creator, administrator, organizer, member, key } = demo.group
    const browser_url = 'https://example.org/turnout-demo-group'
    const kept: Group = { id, title, browser_url, creator, created_date }
    await owners.createGroup(kept, person(creator, groupOwner, 'Maya', 'Okafor'))
    await keep(key, groupOwner)
    // In parallel, they would conflict at the end of the same list.
    await owners.addMember(id, person(administrator, groupOwner, 'Daniel', 'Whitaker'), 'administrator')
    await owners.addMember(id, person(organizer, groupOwner, 'Lucia', 'Fernandez'), 'organizer')
    await owners.addMember(id, person(member, groupOwner, 'Tom', 'Lindqvist'), 'member')
  }

  const otherGroup = async () => {
    const { id, creator, key } = demo.other_group
    const owner: Owner = `group:${id}`
    const kept: Group = { id, title: 'Varme til alle', creator, created_date }
    await owners.createGroup(kept, person(creator, owner, 'Bjørg', 'Sæther'))
    await keep(key, owner)
  }

  const individual = async () => {
    const { person: id, key } = demo.individual
    const account = { id: ACCOUNT, person: id, created_date }
    await owners.createAccount(account, person(id, accountOwner, 'Joan', 'Castellano'))
    await keep(key, accountOwner)
  }

  const campaign = async () => {
    const principal = await owners.principalOf(groupOwner)
    const draft = { title: 'Days of Action', origin_system: 'Turnout Demo' }
    await campaigns.create(newCampaign(draft, { id: demo.event_campaign.id, principal, now }))
  }

  if (await isThere(campaigns.find(groupOwner, demo.event_campaign.id))) return demo
  await Promise.all([group(), otherGroup(), individual()])
  await campaign()
  return demo
}

/** Returns the email of a person of the demo: `bjorg.saether@example.org`. */
export const emailOf = (name: string) => `${folded(name).replace(/[^a-z]+/g, '.')}@example.org`

export async function isThere(search: Promise<unknown>): Promise<boolean> {
  try {
    await search
    return true
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found') return false
    throw error
  }
}
