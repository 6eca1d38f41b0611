import type { Context } from 'hono'
import { inUsualZone } from '../../locations/usual-zone.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'

/** Returns what writes events, with the zone of the owner for those whose location tells none. */
export const inZoneOfOwner = <Deps extends Pick<ManageDependencies, 'eventDependencies'>>(
  c: Context<ManageEnv>,
  dependencies: Deps,
): Deps => {
  const { eventDependencies } = dependencies
  const geocode = inUsualZone(eventDependencies.geocode, c.get('owner').zone)
  return { ...dependencies, eventDependencies: { ...eventDependencies, geocode } }
}
