import type { ImportDependencies } from '../import/row-dependencies.js'
import type { ActionsByStart, StartRange } from '../domain/targeting/actions-by-start.js'
import type { Attendance } from '../domain/attendances/attendance.js'
import type { LiftDependencies } from '../domain/mail/bounce.js'
import type { Calendar } from '../domain/calendars/calendar.js'
import type { EmailList, ListItem } from '../domain/lists/email-list.js'
import type { CountedCampaign, EventCampaign } from '../domain/campaigns/event-campaign.js'
import type { MergeDependencies } from '../domain/merging/merge-people.js'
import type { RedeliveryDependencies } from '../domain/webhooks/redeliver.js'
import type { CampaignDependencies } from '../domain/campaigns/record-campaign.js'
import type { TagDependencies } from '../domain/tags/record-tag.js'
import type { Tag, Tagging } from '../domain/tags/tag.js'
import type { ErasureDependencies } from '../domain/merging/erase-person.js'
import type { OsdiEvent, Uncounted } from '../domain/events/event.js'
import type { Scope } from '../domain/access/key-scope.js'
import type { AnyMailing, MessageMailing } from '../domain/mail/mailing.js'
import type { EventMail } from '../domain/mail/event-mail.js'
import type { Rendered, WordingTest } from '../domain/mail/mail-request.js'
import type { MailWording, MailWordings } from '../domain/mail/mail-wording.js'
import type { MessageDraft } from '../domain/mail/message.js'
import type { Filter } from '../domain/fields/filter.js'
import type { ImageStore } from '../domain/public/image-store.js'
import type { LogStore } from '../domain/access/log-entry.js'
import type { Page, PageRequest } from '../domain/page.js'
import type { Person } from '../domain/people/person.js'
import type { OwnerSettings, OwnerSettingsChange } from '../domain/access/owner-settings.js'
import type { Owner, Principal, Role } from '../domain/access/principal.js'
import type { RateLimit } from '../domain/rate-limit.js'
import type { Audience, Found, QueryResult } from '../domain/targeting/query-result.js'
import type { QueryDependencies } from '../domain/targeting/record-query.js'
import type { ResultDependencies } from '../domain/targeting/run-query.js'
import type { WebhookDependencies } from '../domain/webhooks/record-webhook.js'
import type { TargetingQuery } from '../domain/targeting/targeting-query.js'
import type { AttendanceDependencies } from '../domain/attendances/record-attendance.js'
import type { EventDependencies } from '../domain/events/record-event.js'
import type { RsvpSources } from '../domain/attendances/rsvp-sources.js'
import type { TimelinePoint } from '../domain/attendances/rsvp-timeline.js'
import type { SignInStore } from '../domain/access/sign-in.js'
import type { SignInMails } from '../domain/mail/sign-in-mails.js'
import type { Site } from '../domain/site.js'
import type { Deliveries, Webhook } from '../domain/webhooks/webhook.js'
import type { Delivery } from '../domain/webhooks/webhook-message.js'

/** A member of a group. */
export interface Member {
  person: string
  role: Role
  sign_in_address?: string | undefined
}

/** An API key as it is listed, without its secret. */
export interface ApiKey {
  id: string
  created_date: string
  revoked_date?: string
  limit?: RateLimit
  name?: string
  scope?: Scope
  expires_date?: string
  last_used_date?: string
}

/** What the organiser's interface depends on. */
export interface ManageDependencies {
  site: Site
  signIns: SignInStore
  /** Mails links to sign in; undefined where the installation sends no mail. */
  signInMails: SignInMails | undefined
  owners: {
    roleIn(owner: Owner, person: string): Promise<Role | undefined>
    principalOf(owner: Owner): Promise<Omit<Principal, 'key_id'>>
    people(ids: string[]): Promise<Person[]>
    members(group: string): Promise<Member[]>
    /** @returns the person's id, also of one who is in the list already */
    addMember(group: string, person: Person, role: Role): Promise<string>
    /** @throws OsdiError not_found, also for the creator */
    changeRole(group: string, person: string, role: Role): Promise<void>
    /** @throws OsdiError not_found for the creator */
    removeMember(group: string, person: string): Promise<void>
    changeSettings(owner: Owner, change: OwnerSettingsChange): Promise<unknown>
    settingsOf(owner: Owner): Promise<OwnerSettings>
  }
  /** Messages to the people of queries; undefined where the installation sends no mail. */
  messages:
    | {
        create(message: MessageMailing): Promise<void>
        find(id: string): Promise<AnyMailing | undefined>
        listOf(query: string): Promise<MessageMailing[]>
        pause(id: string): Promise<void>
        resume(message: Pick<MessageMailing, 'id' | 'due_date'>, now: Date): Promise<void>
        /** Sends a message to its author alone. */
        test(owner: Owner, address: string, draft: MessageDraft): Promise<void>
      }
    | undefined
  /** How mails of events are worded; undefined where the installation sends no mail. */
  mails:
    | {
        /** @param of an owner, or the id of an event */
        find(of: string): Promise<MailWordings>
        set(of: string, kind: EventMail, wording: MailWording): Promise<void>
        /** Writes a mail to a person who is made up. */
        sample(
          kind: EventMail,
          event: OsdiEvent,
          test: Pick<WordingTest, 'address' | 'wording'>,
          context: { site: Site; settings: OwnerSettings; sender: string },
        ): Rendered
        /** Sends a wording to its author alone. */
        test(request: WordingTest): Promise<void>
      }
    | undefined
  /** What letting mail go to an address again depends on. */
  lifting: LiftDependencies
  changeLog: LogStore
  images: ImageStore
  /** Makes the secret of a new API key. */
  newKey: () => string
  keys: {
    create(secret: string, value: Omit<Principal, 'key_id'>, now: Date): Promise<string>
    list(owner: Owner): Promise<ApiKey[]>
    /** @throws OsdiError not_found */
    revoke(id: string, now: Date): Promise<void>
  }
  webhooks: {
    store: {
      /** @throws OsdiError not_found */
      find(owner: Owner, id: string): Promise<Webhook>
      list(owner: Owner, page: PageRequest): Promise<Page<Webhook>>
      /** @throws OsdiError not_found */
      remove(owner: Owner, id: string): Promise<void>
      deliveriesOf(webhooks: Webhook[]): Promise<Deliveries[]>
    }
    /** Attempts of a webhook to deliver, newest first. */
    deliveries: { list(webhook: string, page: PageRequest): Promise<Page<Delivery>> }
    recording: WebhookDependencies
    redelivery: RedeliveryDependencies
  }
  events: {
    /** @throws OsdiError not_found */
    findOf(owners: Owner[], id: string): Promise<OsdiEvent>
    listActions(owner: Owner, page: PageRequest): Promise<Page<OsdiEvent>>
    listActionsByStart(owner: Owner, range: StartRange): Promise<ActionsByStart>
    listOfCampaign(campaign: string, page: PageRequest): Promise<Page<OsdiEvent>>
    /** Events whose people can be looked for. */
    listSelectable(owner: Owner, page: PageRequest): Promise<Page<OsdiEvent>>
    findMany(owner: Owner, ids: string[]): Promise<ReadonlyMap<string, Uncounted<OsdiEvent>>>
  }
  attendances: {
    /** @throws OsdiError not_found */
    find(event: string, id: string): Promise<Attendance>
    /** @throws OsdiError invalid for a filter at an event with too many guests */
    listOfEvent(event: string, page: PageRequest, filter?: Filter<Attendance>): Promise<Page<Attendance>>
    timelineOf(event: string): Promise<TimelinePoint[]>
    sourcesOf(event: string): Promise<RsvpSources>
    listOfPerson(person: string, page: PageRequest): Promise<Page<Attendance>>
  }
  people: {
    /** @throws OsdiError not_found */
    find(owner: Owner, id: string): Promise<Person>
    findMany(owner: Owner, ids: string[]): Promise<ReadonlyMap<string, Person>>
    list(owner: Owner, page: PageRequest): Promise<Page<Person>>
  }
  targeting: {
    queries: {
      /** @throws OsdiError not_found */
      find(owner: Owner, id: string): Promise<TargetingQuery>
      list(owner: Owner, page: PageRequest): Promise<Page<TargetingQuery>>
    }
    results: {
      /** @throws OsdiError not_found */
      find(query: string, id: string): Promise<QueryResult>
      people(
        owner: Owner,
        result: QueryResult,
        part: { audience: Audience; from: number; count: number },
      ): Promise<Found[]>
    }
    queryDependencies: QueryDependencies
    resultDependencies: ResultDependencies
  }
  erasure: ErasureDependencies
  /** What importing files depends on. */
  importing: ImportDependencies
  /** What merging people depends on. */
  merging: MergeDependencies
  tags: {
    store: TagDependencies['tags'] & {
      list(owner: Owner, page: PageRequest): Promise<Page<Tag>>
      listTaggings(tag: string, page: PageRequest): Promise<Page<Tagging>>
      allOfPerson(owner: Owner, person: string): Promise<Tagging[]>
    }
    dependencies: TagDependencies
  }
  emailLists: {
    list(owner: Owner, page: PageRequest): Promise<Page<EmailList>>
    /** @throws OsdiError not_found */
    find(owner: Owner, id: string): Promise<EmailList>
    items(owner: Owner, id: string, page: PageRequest): Promise<Page<ListItem>>
  }
  campaigns: {
    store: {
      /** @throws OsdiError not_found */
      find(owner: Owner, id: string): Promise<EventCampaign>
      list(owner: Owner, page: PageRequest): Promise<Page<EventCampaign>>
      countedPage(page: Page<EventCampaign>): Promise<Page<CountedCampaign>>
    }
    dependencies: CampaignDependencies
  }
  calendars: {
    store: {
      create(secret: string, calendar: Calendar, now: Date): Promise<string>
      list(owner: Owner): Promise<(Calendar & { id: string; created_date: string; revoked_date?: string })[]>
      /** @throws OsdiError not_found */
      revoke(id: string, now: Date): Promise<void>
    }
    /** The path of a calendar's address. */
    pathOf: (secret: string) => string
  }
  /** What recording and changing attendances and people depends on. */
  attendanceDependencies: AttendanceDependencies
  /** What recording and changing events depends on. */
  eventDependencies: EventDependencies
}
