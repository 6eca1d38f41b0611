import type { Context } from 'hono'
import { inUsualZone } from '../../locations/usual-zone.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'

/** Returns dependencies that write events. An event whose location has no known time zone gets that of the owner. */
export const inZoneOfOwner = <Deps extends Pick<ManageDependencies, 'eventDependencies'>>(
  c: Context<ManageEnv>,
  dependencies: Deps,
): Deps => {
  const { eventDependencies } = dependencies
  const geocode = inUsualZone(eventDependencies.geocode, c.get('owner').zone)
  return { ...dependencies, eventDependencies: { ...eventDependencies, geocode } }
}
