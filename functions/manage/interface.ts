import { open } from '../../lib/endpoint.js'
import { answerByFetch } from '../../lib/http/fetch-handler.js'
import { pathOf } from '../../lib/icalendar/address.js'
import { sampleMail } from '../../lib/mail/kinds/event-mail.js'
import { manageApp } from '../../lib/manage/app.js'
import {
  type Service,
  attendanceDependencies,
  attendances,
  calendars,
  campaignDependencies,
  campaigns,
  changeLog,
  emailLists,
  mergingDependencies,
  tagDependencies,
  tags,
  eventDependencies,
  events,
  images,
  keys,
  liftDependencies,
  mailWordings,
  messages,
  newKey,
  owners,
  partOf,
  people,
  queries,
  queryDependencies,
  erasureDependencies,
  resultDependencies,
  results,
  signInMails,
  redeliveryDependencies,
  signIns,
  webhookDeliveryLog,
  webhookDependencies,
  webhooks,
} from '../../lib/service.js'

const mailsOf = (service: Service) => {
  const wordings = partOf(service, mailWordings)
  return wordings && { ...wordings, sample: sampleMail }
}

const app = (service: Service) =>
  manageApp({
    site: service.environment,
    attendanceDependencies: attendanceDependencies(service),
    attendances: partOf(service, attendances),
    changeLog: partOf(service, changeLog),
    eventDependencies: eventDependencies(service),
    events: partOf(service, events),
    images: partOf(service, images),
    keys: partOf(service, keys),
    newKey,
    owners: partOf(service, owners),
    people: partOf(service, people),
    targeting: {
      queries: partOf(service, queries),
      results: partOf(service, results),
      queryDependencies: queryDependencies(service),
      resultDependencies: resultDependencies(service),
    },
    importing: {
      attendances: attendanceDependencies(service),
      events: eventDependencies(service),
      tags: tagDependencies(service),
      attendanceStore: partOf(service, attendances),
      eventStore: partOf(service, events),
    },
    erasure: erasureDependencies(service),
    merging: mergingDependencies(service),
    tags: { store: partOf(service, tags), dependencies: tagDependencies(service) },
    emailLists: partOf(service, emailLists),
    campaigns: { store: partOf(service, campaigns), dependencies: campaignDependencies(service) },
    calendars: { store: partOf(service, calendars), pathOf },
    signIns: partOf(service, signIns),
    lifting: liftDependencies(service),
    mails: mailsOf(service),
    messages: partOf(service, messages),
    signInMails: partOf(service, signInMails),
    webhooks: {
      store: partOf(service, webhooks),
      deliveries: partOf(service, webhookDeliveryLog),
      recording: partOf(service, webhookDependencies),
      redelivery: partOf(service, redeliveryDependencies),
    },
  })

/** The organiser's interface: one application, whose pages share sessions, roles and stores. */
export const endpoint = open(undefined, { app }, ({ app, site }, request) =>
  answerByFetch(site.publicUrl, request, (each) => app(each, request.requestContext.requestId)),
)
