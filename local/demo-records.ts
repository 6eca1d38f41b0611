import type { Owner } from '../lib/runtime/owner.js'
import { inBatch, recordAttendance } from '../lib/attendances/record-attendance.js'
import { changeCampaign } from '../lib/campaigns/record-campaign.js'
import { recordEvent } from '../lib/events/record-event.js'
import { recordTag, recordTagging } from '../lib/tags/record-tag.js'
import { recordQuery } from '../lib/targeting/record-query.js'
import { runQuery } from '../lib/targeting/run-query.js'
import { readEnvironment } from '../lib/runtime/environment.js'
import { EXAMPLE_IDS } from '../lib/hal/descriptions/example-ids.js'
import { createService, partOf } from '../lib/runtime/service.js'
import { owners } from '../lib/app/access.js'
import { attending } from '../lib/app/attendances.js'
import { eventDependencies } from '../lib/app/record-events.js'
import { app as appOf } from '../lib/table/app.js'
import { queries, targeting } from '../lib/app/targeting.js'
import { type TableAddress, demo, isThere } from './demo.js'
import { scheduled } from './demo-events.js'
import { seedScene } from './demo-scene.js'
import { scheduledInNorway } from './norwegian-events.js'
import { localParts } from './parts.js'

/** The event of the examples, by which a query of theirs names it, too. */
const PHONE_BANK = 'example:phone-bank-1'

/**
 * Records what the examples of the OpenAPI documents name, so that a program that sends them as they are, such as an
 * imported collection of requests, is answered, and the events and guests of the demo. Every step changes nothing the
 * second time, and the query comes last: where it is, all the rest is.
 */
export async function seedRecords({ tableName, endpoint }: TableAddress): Promise<void> {
  const service = createService({ ...readEnvironment(), tableName, dynamodbEndpoint: endpoint })
  const owner: Owner = `group:${demo.group.id}`
  if (await isThere(partOf(service, queries).find(owner, EXAMPLE_IDS.queries))) return
  const principal = { ...(await partOf(service, owners).principalOf(owner)), key_id: 'none' }
  const creating = eventDependencies(service)
  const app = partOf(service, appOf)
  const event = await recordEvent(
    principal,
    {
      draft: {
        title: 'Phone bank',
        origin_system: 'Example',
        identifiers: [PHONE_BANK],
        start_date: { instant: new Date(Date.now() + IN_A_MONTH_MS).toISOString() },
      },
      designated: demo.group.organizer,
      event_campaign_id: EXAMPLE_IDS.event_campaigns,
      made_in_interface: { hidden: false },
    },
    ['organizer'],
    { ...creating, newId: () => EXAMPLE_IDS.events },
  )
  // A server of SMTP may be set, and no person has asked for this email.
  const unmailed = inBatch(attending(service), false)
  await recordAttendance(unmailed, owner, event, { draft: {}, linked: EXAMPLE_IDS.people })
  const tag = await recordTag(app, owner, { name: 'Volunteer' })
  await recordTagging(app, owner, tag.id, EXAMPLE_IDS.people)
  for (const { seed } of localParts) await seed?.(service, principal)
  await seedScene(service, principal, scheduled, demo.event_campaign.id)
  const hosting = { slug: 'days-of-action', hosting: 'reviewed', hosting_contacts: true } as const
  await changeCampaign(app, principal, demo.event_campaign.id, hosting)
  const norwegian: Owner = `group:${demo.other_group.id}`
  await partOf(service, owners).changeSettings(norwegian, { country: 'NO', language: 'nb', browser_rsvps: true })
  const other = { ...(await partOf(service, owners).principalOf(norwegian)), key_id: 'none' }
  await seedScene(service, other, scheduledInNorway)
  const asked = { title: 'People who called', identifiers: ['example:callers'], include: [PHONE_BANK] }
  const query = await recordQuery({ ...targeting(service), newId: () => EXAMPLE_IDS.queries }, owner, asked)
  await runQuery({ ...targeting(service), newId: () => EXAMPLE_IDS.results }, query)
}

const IN_A_MONTH_MS = 30 * 24 * 60 * 60 * 1000
