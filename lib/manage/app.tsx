import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { notFound } from '../domain/errors.js'
import type { Site } from '../domain/site.js'
import type { ManageDependencies } from './dependencies.js'
import { eventsPage } from './finding/events-page.js'
import { findPage } from './finding/find-page.js'
import { editEventPages } from './events/edit-event-pages.js'
import { embedPage, isPreview, previewHeaders } from './public/embed-page.js'
import type { ManageEnv } from './environment.js'
import { errorPage } from './page/error-page.js'
import { overviewPage } from './events/overview-page.js'
import { draftPages } from './events/draft-page.js'
import { fromOwnPages, ofEvent, ofOwner, ofWholeAddress, signedIn } from './access/guards.js'
import { addressSuggestions } from './events/address-suggestions.js'
import { zonesOfPages } from './events/zone-of.js'
import { newEventPages } from './events/new-event-pages.js'
import { copyWeekPages } from './series/copy-week.js'
import { datesPages } from './series/dates-page.js'
import { guestsFile } from './attendances/guests-file.js'
import { guestsPage } from './attendances/guests-page.js'
import { keysPage } from './access/keys-page.js'
import { webhooksPages } from './webhooks/webhooks-pages.js'
import { messagePages } from './mail/message-pages.js'
import { guestMessagePages } from './mail/guest-message-pages.js'
import { eventMailPages, ownerMailPages } from './mail/mail-pages.js'
import { membersPage } from './access/members-page.js'
import { calendarsPage } from './calendars/calendars-page.js'
import { hostMessagePages } from './campaigns/host-messages.js'
import { hostLinkPages } from './hosting/host-link.js'
import { reviewPages } from './hosting/review-page.js'
import { campaignReportPages } from './campaigns/campaign-report.js'
import { campaignWorkedPages, workedPages } from './reports/worked-pages.js'
import { campaignsPages } from './campaigns/campaigns-pages.js'
import { importPages } from './imports/import-pages.js'
import { listsPages } from './lists/lists-pages.js'
import { mergePeoplePages } from './merging/merge-people-pages.js'
import { tagsPages } from './tags/tags-pages.js'
import { peoplePages } from './people/people-pages.js'
import { targetingPages } from './targeting/targeting-pages.js'
import { settingsPage } from './access/settings-page.js'
import { chosenMailsPage } from './access/chosen-mails-page.js'
import { logPage } from './access/log-page.js'
import { callsPage } from './calls/calls-page.js'
import { doorPage } from './door/door-page.js'
import doorScript from './door/door.browser.js' with { type: 'text' }
import doorWorkerScript from './door/door-worker.browser.js' with { type: 'text' }
import composerScript from './mail/composer.browser.js' with { type: 'text' }
import reviewScript from './hosting/review.browser.js' with { type: 'text' }
import importScript from './imports/import.browser.js' with { type: 'text' }
import scanScript from './door/scan.browser.js' with { type: 'text' }
import qrDecoderScript from './door/qr-decoder.bundle.browser.js' with { type: 'text' }
import eventFormScript from './events/event-form.browser.js' with { type: 'text' }
import { homePage } from './home-page.js'
import { ownersPage } from './access/owners-page.js'
import { readFlash } from './page/flash.js'
import frameScript from './page/frame.browser.js' with { type: 'text' }
import { styles } from './page/styles.js'
import { styleguidePage } from './styleguide/styleguide-page.js'
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
  YOU,
  eventPath,
} from './paths.js'
import { passkeySignIn, passkeysPage } from './access/passkeys/passkeys-page.js'
import passkeyScript from './access/passkeys/passkeys.browser.js' with { type: 'text' }
import { providerPages } from './access/providers/provider-pages.js'
import { providerSettings } from './access/providers/provider-settings.js'
import { signInPages, signOutPages } from './access/sign-in-pages.js'
import { textsFor } from './texts.js'

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
  [REVIEW_SCRIPT]: reviewScript,
  [PASSKEY_SCRIPT]: passkeyScript,
}

/** The organiser's interface as one application. @returns answers a request */
export function manageApp(dependencies: ManageDependencies) {
  const app = interfaceOf(dependencies)
  return (request: Request, bindings: ManageEnv['Bindings']) => app.fetch(request, bindings)
}

/** Returns the application with all of its routes. The order matters: what comes before `signedIn` needs no session. */
export function interfaceOf(dependencies: ManageDependencies): Hono<ManageEnv> {
  const app = new Hono<ManageEnv>({ strict: false })
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
  app.use(signedIn(dependencies))
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
  guestsFile(app, dependencies)
  doorPage(app, dependencies)
  callsPage(app, dependencies)
  workedPages(app, dependencies)
  embedPage(app, dependencies)
  eventMailPages(app, dependencies)
  guestMessagePages(app, dependencies)
  app.use(`${HOME}/:owner/*`, ofOwner(dependencies))
  zonesOfPages(app, dependencies)
  homePage(app, dependencies)
  findPage(app, dependencies)
  eventsPage(app, dependencies)
  newEventPages(app, dependencies)
  addressSuggestions(app, dependencies)
  copyWeekPages(app, dependencies)
  targetingPages(app, dependencies)
  mergePeoplePages(app, dependencies)
  messagePages(app, dependencies)
  peoplePages(app, dependencies)
  importPages(app, dependencies)
  tagsPages(app, dependencies)
  listsPages(app, dependencies)
  reviewPages(app, dependencies)
  campaignReportPages(app, dependencies)
  hostMessagePages(app, dependencies)
  campaignWorkedPages(app, dependencies)
  campaignsPages(app, dependencies)
  calendarsPage(app, dependencies)
  keysPage(app, dependencies)
  webhooksPages(app, dependencies)
  membersPage(app, dependencies)
  settingsPage(app, dependencies)
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
