import { access } from './access.js'
import { attendances } from './attendances.js'
import { events } from './events.js'
import { finding } from './finding.js'
import { mail } from './mail.js'
import { people } from './people.js'
import { requests } from './requests.js'
import { webhooks } from './webhooks.js'
import type { Need } from './need.js'

/*
 * The needs of endpoints of the table. An endpoint names its needs in lib/http/endpoints/endpoints.json; its role
 * allows them and nothing else. Tests refuse all that a role does not allow (test/support/engine/permissions.ts), so a
 * need that was forgotten shows.
 */

export const needs = {
  ...requests,
  ...events,
  ...people,
  ...attendances,
  ...finding,
  ...access,
  ...mail,
  ...webhooks,
} satisfies Record<string, Need>

export type NeedName = keyof typeof needs

/** The needs of the sweeper besides `ordinalGrants`. */
export const SWEEPER_NEEDS: NeedName[] = [
  'announce events',
  'change attendances',
  'change events',
  'change people',
  'erase hosts',
  'forget boxes',
  'refuse people',
  'finish departures',
  'forget people',
  'keep a log',
  'list tags',
  'merge people',
  'settle places',
]

export const isNeed = (name: string): name is NeedName => name in needs
