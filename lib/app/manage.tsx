import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { notFound } from '../runtime/errors.js'
import type { Site } from '../runtime/site.js'
import type { ManageDependencies } from '../manage/dependencies.js'
import { eventsPage } from '../finding/manage/events-page.manage.js'
import { findPage } from '../finding/manage/find-page.manage.js'
import { editEventPages } from '../events/manage/edit-event-pages.manage.js'
import { embedPage, isPreview, previewHeaders } from '../embeds/manage/embed-page.manage.js'
import type { ManageEnv } from '../manage/environment.js'
import { errorPage } from '../manage/page/error-page.js'
import { overviewPage } from '../events/manage/overview-page.manage.js'
import { draftPages } from '../events/manage/draft-page.manage.js'
import { fromOwnPages, ofEvent, ofOwner, ofWholeAddress, signedIn } from '../manage/access/guards.js'
import { addressSuggestions } from '../events/manage/address-suggestions.manage.js'
import { zonesOfPages } from '../events/manage/zone-of.manage.js'
import { newEventPages } from '../events/manage/new-event-pages.manage.js'
import { copyWeekPages } from '../series/manage/copy-week.manage.js'
import { datesPages } from '../series/manage/dates-page.manage.js'
import { guestsFile } from '../attendances/manage/guests-file.manage.js'
import { requestsPage } from '../approval/manage/requests.manage.js'
import { waitingRequests } from '../approval/manage/waiting-requests.manage.js'
import { guestsPage } from '../attendances/manage/guests-page.manage.js'
import { severalGuests } from '../attendances/manage/several-guests.manage.js'
import { keysPage } from '../access/manage/keys-page.manage.js'
import { disabledWebhooks } from '../webhooks/manage/disabled-webhooks.manage.js'
import { webhooksPages } from '../webhooks/manage/webhooks-pages.manage.js'
import { changeToTellPages } from '../mail/manage/change-to-tell.manage.js'
import { newMessagePages } from '../mail/manage/new-message-pages.manage.js'
import { messagePages } from '../mail/manage/message-pages.manage.js'
import { guestMessagePages } from '../mail/manage/guest-message-pages.manage.js'
import { eventMailPages, ownerMailPages } from '../mail/manage/mail-pages.manage.js'
import { membersPage } from '../access/manage/members-page.manage.js'
import { type BlockingPage, blockedPage } from '../blocked/manage/blocked-page.manage.js'
import { toWithoutBox, withoutBoxPage } from '../consent/manage/without-box-page.manage.js'
import { calendarsPage } from '../calendars/manage/calendars-page.manage.js'
import { hostMessagePages } from '../hosting/manage/host-messages.manage.js'
import { hostLinkPages } from '../hosting/manage/host-link.manage.js'
import { waitingReviews } from '../hosting/manage/waiting-reviews.manage.js'
import { reviewPages } from '../hosting/manage/review-page.manage.js'
import { campaignReportPages } from '../hosting/manage/campaign-report.manage.js'
import { campaignWorkedPages, workedPages } from '../reports/manage/worked-pages.manage.js'
import { campaignsPages } from '../campaigns/manage/campaigns-pages.manage.js'
import type { ImportPageDependencies } from '../imports/manage/calendar-import.manage.js'
import type { MailDependencies } from '../mail/manage/dependencies.manage.js'
import type { SignInDependencies } from '../sign-in/manage/dependencies.manage.js'
import { importPages } from '../imports/manage/import-pages.manage.js'
import { type Merging, mergePeoplePages } from '../merging/manage/merge-people-pages.manage.js'
import { tagsPages } from '../tags/manage/tags-pages.manage.js'
import { peoplePages } from '../people/manage/people-pages.manage.js'
import { targetingPages } from '../targeting/manage/targeting-pages.manage.js'
import { settingsPage } from '../access/manage/settings-page.manage.js'
import { chosenMailsPage } from '../mail/manage/chosen-mails-page.manage.js'
import { logPage } from '../access/manage/log-page.manage.js'
import { callsPage } from '../calls/manage/calls-page.manage.js'
import { changePage } from '../stewards/manage/change-page.manage.js'
import type { Helpers } from '../stewards/manage/helping.manage.js'
import { helping } from '../stewards/manage/helping.manage.js'
import { teamLinkPages } from '../stewards/manage/open-link.manage.js'
import { teamPage } from '../stewards/manage/team-page.manage.js'
import { writePage } from '../stewards/manage/write-page.manage.js'
import { doorPage } from '../door/manage/door-page.manage.js'
import doorScript from '../door/manage/door.manage.bundle.browser.js' with { type: 'text' }
import doorWorkerScript from '../door/manage/door-worker.manage.browser.js' with { type: 'text' }
import composerScript from '../mail/manage/composer.manage.browser.js' with { type: 'text' }
import sentenceScript from '../targeting/manage/sentence.manage.browser.js' with { type: 'text' }
import reviewScript from '../hosting/manage/review.manage.browser.js' with { type: 'text' }
import importScript from '../imports/manage/import.manage.browser.js' with { type: 'text' }
import scanScript from '../door/manage/scan.manage.browser.js' with { type: 'text' }
import qrDecoderScript from '../door/qr-decoder.bundle.browser.js' with { type: 'text' }
import eventFormScript from '../events/manage/event-form.manage.bundle.browser.js' with { type: 'text' }
import { homePage } from '../events/manage/home-page.manage.js'
import { ownersPage } from '../access/manage/owners-page.manage.js'
import { readFlash } from '../manage/page/flash.js'
import frameScript from '../manage/page/frame.browser.js' with { type: 'text' }
import { componentsWith } from '../html/styles.js'
import doorStyles from '../door/door.css' with { type: 'text' }
import sentenceStyles from '../targeting/manage/sentence.css' with { type: 'text' }
import mailStyles from '../mail/manage/mail.css' with { type: 'text' }
import frameStyles from '../manage/page/frame.css' with { type: 'text' }
import { styleguidePage } from '../manage/styleguide/styleguide-page.js'
import {
  COMPOSER_SCRIPT,
  DOOR_SCRIPT,
  DOOR_WORKER_SCRIPT,
  EVENT_FORM_SCRIPT,
  FRAME_SCRIPT,
  HOME,
  IMPORT_SCRIPT,
  PASSKEY_SCRIPT,
  QR_DECODER_SCRIPT,
  REVIEW_SCRIPT,
  SCAN_SCRIPT,
  SENTENCE_SCRIPT,
  YOU,
  eventPath,
} from '../manage/paths.js'
import { passkeySignIn, passkeysPage } from '../sign-in/manage/passkeys-page.manage.js'
import passkeyScript from '../sign-in/manage/passkeys.manage.browser.js' with { type: 'text' }
import { providerPages } from '../sign-in/manage/provider-pages.manage.js'
import { providerSettings } from '../sign-in/manage/provider-settings.manage.js'
import { signInPages, signOutPages } from '../sign-in/manage/sign-in-pages.manage.js'
import { textsFor } from '../manage/texts.js'

/** The scripts of the interface, by their paths. Every page works without them. */
const SCRIPTS = {
  [FRAME_SCRIPT]: frameScript,
  [DOOR_SCRIPT]: doorScript,
  [DOOR_WORKER_SCRIPT]: doorWorkerScript,
  [SCAN_SCRIPT]: scanScript,
  [QR_DECODER_SCRIPT]: qrDecoderScript,
  [EVENT_FORM_SCRIPT]: eventFormScript,
  [IMPORT_SCRIPT]: importScript,
  [COMPOSER_SCRIPT]: composerScript,
  [SENTENCE_SCRIPT]: sentenceScript,
  [REVIEW_SCRIPT]: reviewScript,
  [PASSKEY_SCRIPT]: passkeyScript,
}

/** The dependencies of the pages of all rooms. */
type InterfaceDependencies = { version: string } & ManageDependencies &
  SignInDependencies &
  MailDependencies &
  BlockingPage &
  Merging &
  ImportPageDependencies &
  Helpers

const STYLES = [frameStyles, doorStyles, mailStyles, sentenceStyles]
const styles = componentsWith(...STYLES)

/** Readers of what waits for an organizer, one of each room where something can. */
const NEEDS: ((dependencies: InterfaceDependencies) => Parameters<typeof homePage>[2][number])[] = [
  () => waitingRequests,
  waitingReviews,
  disabledWebhooks,
]

/** Pages of rooms about the consent of people, to which the settings lead. */
const CONSENT_PAGES: Parameters<typeof settingsPage>[2] = [toWithoutBox]

/** The organizer's interface as one application. @returns answers a request */
export function manageApp(dependencies: InterfaceDependencies) {
  const app = interfaceOf(dependencies)
  return (request: Request, bindings: ManageEnv['Bindings']) => app.fetch(request, bindings)
}

/** Returns the application with all of its routes. The order matters: what comes before `signedIn` needs no session. */
export function interfaceOf(dependencies: InterfaceDependencies): Hono<ManageEnv> {
  const app = new Hono<ManageEnv>({ strict: false })
  let paths: Set<string> | undefined
  const hasPage = (path: string) =>
    (paths ??= new Set(app.routes.filter(({ method }) => method === 'GET').map((route) => route.path))).has(path)
  app.onError((error, c) => errorPage(c, error, c.env.reference))
  app.notFound((c) => errorPage(c, notFound(), c.env.reference))
  const forPages = pageHeaders(dependencies.site)
  const forEmbeds = previewHeaders(dependencies.site)
  app.use(async (c, next) => {
    await next()
    const policy = c.res.headers.get('content-security-policy')
    const framed = c.get('framedStyles') as string | undefined
    // A page in a frame has the policy of the page around it.
    if (policy && framed) c.header('content-security-policy', policy.replace('style-src', `$& ${framed}`))
  })
  app.use((c, next) => {
    const { path } = c.req
    return (isPreview(path) ? forEmbeds : forPages)(c, next)
  })
  app.use(async (c, next) => {
    const { lang, texts } = textsFor(c.req.header('accept-language'))
    c.set('lang', lang)
    c.set('hasPage', hasPage)
    c.set('styles', styles)
    c.set('publicUrl', dependencies.site.publicUrl)
    c.set('texts', texts)
    c.header('cache-control', 'no-store')
    // The door alone may ask for the camera, which reads the codes of guests.
    c.header('permissions-policy', c.req.path.endsWith('/door') ? 'camera=(self)' : 'camera=()')
    await next()
  })
  app.use(readFlash(dependencies.site))
  app.use(fromOwnPages(dependencies.site))
  passkeySignIn(app, dependencies)
  providerPages(app, dependencies)
  signInPages(app, dependencies)
  styleguidePage(app)
  for (const [path, script] of Object.entries(SCRIPTS))
    app.get(path, (c) => {
      c.header('content-type', 'text/javascript; charset=utf-8')
      // The largest of them stands alone, and a phone at the door need not load it twice.
      if (path === QR_DECODER_SCRIPT) c.header('cache-control', 'private, max-age=86400')
      return c.body(script)
    })
  teamLinkPages(app, dependencies)
  app.use(`${eventPath(':event')}/*`, helping(dependencies))
  app.use(signedIn(dependencies))
  app.use((c, next) => {
    c.set('version', dependencies.version)
    // Strangers need not know it.
    c.header('turnout-version', dependencies.version)
    return next()
  })
  app.use(`${YOU}/*`, ofWholeAddress)
  signOutPages(app, dependencies)
  passkeysPage(app, dependencies)
  ownersPage(app, dependencies)
  app.use(`${eventPath(':event')}/*`, ofEvent(dependencies))
  overviewPage(app, dependencies)
  draftPages(app, dependencies)
  datesPages(app, dependencies)
  editEventPages(app, dependencies)
  hostLinkPages(app, dependencies)
  guestsPage(app, dependencies)
  severalGuests(app, dependencies)
  requestsPage(app, dependencies)
  guestsFile(app, dependencies)
  doorPage(app, dependencies)
  teamPage(app, dependencies)
  writePage(app, dependencies)
  changePage(app, dependencies)
  callsPage(app, dependencies)
  workedPages(app, dependencies)
  embedPage(app, dependencies)
  eventMailPages(app, dependencies)
  changeToTellPages(app, dependencies)
  guestMessagePages(app, dependencies)
  app.use(`${HOME}/:owner/*`, ofOwner(dependencies))
  zonesOfPages(app, dependencies)
  homePage(
    app,
    dependencies,
    NEEDS.map((needsOf) => needsOf(dependencies)),
  )
  findPage(app, dependencies)
  eventsPage(app, dependencies)
  newEventPages(app, dependencies)
  addressSuggestions(app, dependencies)
  copyWeekPages(app, dependencies)
  targetingPages(app, dependencies)
  mergePeoplePages(app, dependencies)
  newMessagePages(app, dependencies)
  messagePages(app, dependencies)
  peoplePages(app, dependencies)
  importPages(app, dependencies)
  tagsPages(app, dependencies)
  blockedPage(app, dependencies)
  reviewPages(app, dependencies)
  campaignReportPages(app, dependencies)
  hostMessagePages(app, dependencies)
  campaignWorkedPages(app, dependencies)
  campaignsPages(app, dependencies)
  calendarsPage(app, dependencies)
  keysPage(app, dependencies)
  webhooksPages(app, dependencies)
  membersPage(app, dependencies)
  settingsPage(app, dependencies, CONSENT_PAGES)
  withoutBoxPage(app, dependencies)
  providerSettings(app, dependencies)
  ownerMailPages(app, dependencies)
  chosenMailsPage(app, dependencies)
  logPage(app, dependencies)
  return app
}

/**
 * Forms need the origin of their page, which a referrer policy of `no-referrer` would hide. No script runs but those
 * of this service, and none within a page.
 */
const pageHeaders = ({ publicUrl }: Site) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [styles.source],
      frameSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:', 'https:', 'http:'],
      scriptSrc: Object.keys(SCRIPTS).map((path) => publicUrl + path),
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // Whether a domain and its subdomains have https is for their owner to say.
    strictTransportSecurity: false,
  })
