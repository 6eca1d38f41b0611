import type { EventMail } from '../mail/event-mail.js'
import type { Rendered, WordingTest } from '../mail/mail-request.js'
import type { OsdiEvent } from '../events/event.js'
import type { FramedPage, PageContent } from '../pages/page-content.js'
import type { OwnerSettings } from '../access/owner-settings.js'
import type { Site } from '../runtime/site.js'
import type { CalendarDependencies } from '../imports/calendar/record-entry.js'
import type { ImportDependencies } from '../imports/row-dependencies.js'
import type { Service } from '../runtime/service.js'
import type * as access from '../app/access.js'
import type * as attendees from '../app/attendances.js'
import type { CampaignDependencies } from '../campaigns/record-campaign.js'
import type { CampaignStore } from '../campaigns/store/campaign-store.js'
import type { EventDependencies } from '../events/record-event.js'
import type { EventStore } from '../events/store/event-store.js'
import type * as finding from '../app/finding.js'
import type * as supporters from '../app/hosting.js'
import type * as nearbyEvents from '../app/near.js'
import type * as mail from '../app/mail.js'
import type * as merging from '../app/merging.js'
import type * as keys from '../app/passkeys.js'
import type * as persons from '../app/people.js'
import type * as open from '../app/public.js'
import type * as seriesOfEvents from '../app/series.js'
import type * as tagging from '../app/tags.js'
import type * as targeting from '../app/targeting.js'
import type * as organisations from '../app/identity-providers.js'
import type * as hooks from '../app/webhooks.js'

/** The type of a part of a service. The parts are types here: only functions/manage makes them. */
type Made<Make extends (service: Service) => unknown> = ReturnType<Make>

/** A member of a group. */
export type Member = Awaited<ReturnType<Made<typeof access.owners>['members']>>[number]

/** An API key as it is listed, without its secret. */
export type ApiKey = Awaited<ReturnType<Made<typeof access.keys>['list']>>[number]

/** The parts of a service that the organiser's interface works with. */
export interface ManageDependencies {
  site: Site
  signIns: Made<typeof access.signIns>
  /** Mails links to sign in; undefined where the installation sends no mail. */
  signInMails: Made<typeof access.signInMails>
  /** Signs in with passkeys; undefined where browsers make none for the address of the service. */
  passkeys: Made<typeof keys.passkeys>
  /** The identity providers of groups. */
  identityProviders: Made<typeof organisations.identityProviders>
  owners: Made<typeof access.owners>
  chosenMails: Made<typeof access.chosenMails>
  changeLog: Made<typeof access.changeLog>
  keys: Made<typeof access.keys>
  newKey: typeof access.newKey
  /** Messages to the people of queries; undefined where the installation sends no mail. */
  messages: Made<typeof mail.messages>
  /** The wordings of event mails; undefined where the installation sends no mail. */
  mails: (NonNullable<Made<typeof mail.mailWordings>> & { sample: SampleMail }) | undefined
  lifting: Made<typeof mail.liftDependencies>
  images: Made<typeof open.images>
  webhooks: {
    store: Made<typeof hooks.webhooks>
    deliveries: Made<typeof hooks.webhookDeliveryLog>
    recording: Made<typeof hooks.webhookDependencies>
    redelivery: Made<typeof hooks.redeliveryDependencies>
  }
  events: EventStore
  eventDependencies: EventDependencies
  /** Shows the page of an event as it would be. */
  eventPreview: (site: Site, content: PageContent, now: Date) => FramedPage
  series: Made<typeof seriesOfEvents.series>
  attendances: Made<typeof attendees.attendances>
  calls: Made<typeof attendees.calls>
  whatWorked: Made<typeof attendees.whatWorked>
  guestsFiles: Made<typeof attendees.guestsFiles>
  statistics: Made<typeof attendees.statistics>
  attendanceDependencies: Made<typeof attendees.attendanceDependencies>
  people: Made<typeof persons.people>
  finder: Made<typeof finding.finder>
  erasure: Made<typeof merging.erasureDependencies>
  merging: Made<typeof merging.mergingDependencies>
  emailLists: Made<typeof persons.emailLists>
  targeting: {
    queries: Made<typeof targeting.queries>
    results: Made<typeof targeting.results>
    queryDependencies: Made<typeof targeting.queryDependencies>
    resultDependencies: Made<typeof targeting.resultDependencies>
  }
  importing: ImportDependencies & {
    /** The stores of imported calendars. */
    calendars: Pick<CalendarDependencies, 'events' | 'series'>
  }
  tags: { store: Made<typeof tagging.tags>; dependencies: Made<typeof tagging.tagDependencies> }
  campaigns: {
    store: CampaignStore
    dependencies: CampaignDependencies
  }
  hosting: Made<typeof supporters.hosting>
  campaignReports: Made<typeof supporters.campaignReports>
  /** Finds events near another one. */
  nearby: Made<typeof nearbyEvents.eventFinder>
  addresses: Made<typeof nearbyEvents.addressSuggestions>
  calendars: {
    store: Made<typeof open.calendars>
    /** Returns the path of a calendar's address. */
    pathOf: (secret: string) => string
  }
}

/** Writes a mail to a person who is made up. */
type SampleMail = (
  kind: EventMail,
  event: OsdiEvent,
  test: Pick<WordingTest, 'address' | 'wording'>,
  context: { site: Site; settings: OwnerSettings; sender: string },
) => Rendered
