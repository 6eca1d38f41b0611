import type { GatewayRequest } from '../../lib/http/request.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { viewerNetwork } from '../../lib/visitors/viewer-network.js'
import { answerByFetch } from '../../lib/http/fetch-handler.js'
import { sampleMail } from '../../lib/mail/sending/write-event-email.js'
import { eventPreview } from '../../lib/events/pages/event-page.pages.js'
import { manageApp } from '../../lib/app/manage.js'
import { type Service, partOf } from '../../lib/runtime/service.js'
import { keys, newKey, owners } from '../../lib/app/access.js'
import { chosenMails } from '../../lib/app/mail.js'
import { signInMails } from '../../lib/app/sign-in.js'
import { attending, guestsFiles, statistics } from '../../lib/app/attendances.js'
import { blocking } from '../../lib/app/blocked.js'
import { images } from '../../lib/app/images.js'
import { campaigns } from '../../lib/app/campaigns.js'
import { storedEvents } from '../../lib/app/event-store.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { mailWordings, messages } from '../../lib/app/mail.js'
import { importing } from '../../lib/app/imports.js'
import { identityProviders } from '../../lib/app/sign-in.js'
import { addressSuggestions } from '../../lib/app/locations.js'
import { passkeys } from '../../lib/app/sign-in.js'
import { departing } from '../../lib/app/merging.js'
import { teamLinks } from '../../lib/app/stewards.js'
import { calendarImports } from '../../lib/app/imports.js'
import { app as appOf, openEndpoint } from '../../lib/app/endpoint.js'
import { MOST_WHILE_SOMEONE_WAITS } from '../../lib/targeting/run-query.js'
import { targeting } from '../../lib/app/targeting.js'
import { readWebhooks } from '../../lib/runtime/environment.js'

/** Tells networks apart, as the environment says. */
const viewers = ({ environment: { cdn } }: Service) => ({
  networkOf: (request: GatewayRequest) => viewerNetwork(request, cdn),
})

const mailsOf = (service: Service) => {
  const wordings = partOf(service, mailWordings)
  return wordings && { ...wordings, sample: sampleMail }
}

const dependencies = (service: Service) => ({
  ...partOf(service, appOf),
  version: service.environment.version,
  sendsMail: partOf(service, messages) !== undefined,
  attending: partOf(service, attending),
  blocking: partOf(service, blocking),
  guestsFiles: partOf(service, guestsFiles),
  statistics: partOf(service, statistics),
  chosenMails: partOf(service, chosenMails),
  eventDependencies: eventDependencies(service),
  eventPreview,
  events: partOf(service, storedEvents),
  addresses: partOf(service, addressSuggestions),
  images: partOf(service, images),
  keys: partOf(service, keys),
  newKey,
  owners: partOf(service, owners),
  targeting: { ...partOf(service, targeting), mostAtOnce: MOST_WHILE_SOMEONE_WAITS },
  importing: {
    attending: partOf(service, importing),
    events: eventDependencies(service),
    eventStore: partOf(service, storedEvents),
    calendars: partOf(service, calendarImports),
    allowsPrivate: readWebhooks().allowsPrivate,
  },
  departing: departing(service),
  campaigns: partOf(service, campaigns),
  teamLinks: partOf(service, teamLinks),
  passkeys: partOf(service, passkeys),
  identityProviders: partOf(service, identityProviders),
  mails: mailsOf(service),
  messages: partOf(service, messages),
  signInMails: partOf(service, signInMails),
})

const app = (service: Service) => manageApp(dependencies(service))

/** The organizer's interface: one application, whose pages share sessions, roles and stores. */
export const endpoint = openEndpoint(undefined, { app, viewers }, async ({ app, viewers, site }, request) => {
  const { requestId: reference } = request.requestContext
  const answer = await answerByFetch(site.publicUrl, request, (each) =>
    app(each, { reference, network: viewers.networkOf(request) }),
  )
  return compressed(answer, request.headers, false)
})
