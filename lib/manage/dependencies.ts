import type { keyStore } from '../access/store/key-store.js'
import type { OwnerStore } from '../access/store/owner-store.js'
import type { guestsFileStore } from '../attendances/store/guests-file-store.js'
import type { readStatistics } from '../attendances/store/rsvp-statistics.js'
import type { Attending } from '../attendances/record-attendance.js'
import type { CampaignStore } from '../campaigns/store/campaign-store.js'
import type { Scheduling } from '../events/record-event.js'
import type { EventStore } from '../events/store/event-store.js'
import type { RateStore } from '../http/state/rate-store.js'
import type { imageStore } from '../images/image-store.js'
import type { ReadLine } from '../locations/geocode/read-line.js'
import type { suggestLocationsIn } from '../locations/geocode/suggest-locations.js'
import type { FramedPage, PageContent } from '../pages/page-content.js'
import type { RoleHolderStore } from '../people/store/role-holders.js'
import type { Owner } from '../runtime/owner.js'
import type { Site } from '../runtime/site.js'
import type { App } from '../table/app.js'
import type { Targeting } from '../targeting/sources.js'

/** An API key as it is listed, without its secret. */
export type ApiKey = Awaited<ReturnType<ReturnType<typeof keyStore>['list']>>[number]

/** The dependencies that every page of the organizer's interface may use. Rooms whose pages need more extend it. */
export interface ManageDependencies extends App {
  /** Whether the installation sends mail. */
  sendsMail: boolean
  owners: OwnerStore & RoleHolderStore
  keys: ReturnType<typeof keyStore>
  /** Makes the secret of a new API key. */
  newKey: () => string
  images: ReturnType<typeof imageStore>
  events: EventStore
  eventDependencies: Scheduling
  /** Shows the page of an event as it would be. */
  eventPreview: (site: Site, content: PageContent, now: Date) => FramedPage
  guestsFiles: ReturnType<typeof guestsFileStore>
  statistics: { of: (owner: Owner, event: string) => ReturnType<typeof readStatistics> }
  attending: Attending
  /** Looking for people, no longer than a person waits. */
  targeting: Targeting
  campaigns: CampaignStore
  /** Reads and completes addresses, and counts how often a person asks. */
  addresses: { read: ReadLine; suggest: ReturnType<typeof suggestLocationsIn>; attempts: RateStore }
}
