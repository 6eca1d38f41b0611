import { newEvent } from '../../lib/events/event.js'
import { pageEndpoint, table } from '../../lib/app/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { readHostForm } from '../../lib/hosting/read-host-form.js'
import { isHostingOpen } from '../../lib/hosting/hosting-campaign.js'
import { OsdiError } from '../../lib/runtime/errors.js'
import {
  TOOLS,
  type Tools,
  cancelPage,
  editPage,
  guestsPage,
  inputsOf,
  isOffered,
  overviewPage,
  writePage,
} from '../../lib/hosting/pages/host-tools-page.pages.js'
import { closedPage, publishPage } from '../../lib/hosting/pages/publish-page.pages.js'
import { isTrustedHost } from '../../lib/hosting/store/hosting-store.js'
import { refusedHost } from '../../lib/hosting/pages/refused-host.pages.js'
import { newId } from '../../lib/runtime/request-context.js'
import { settingsOf } from '../../lib/app/access.js'
import { inUsualZone } from '../../lib/locations/usual-zone.js'
import { geocode, readLine } from '../../lib/app/locations.js'
import { findCampaign } from '../../lib/app/campaigns.js'
import { guestsOf } from '../../lib/app/hosting.js'
import { openHostLink } from './context.js'

/** Guests of a page. */
const PER_PAGE = 100

/** The page at the link of a host. It changes nothing: scanners of mail follow links. */
export const endpoint = pageEndpoint(
  { findCampaign, geocode, guestsOf, readLine, settingsOf, table },
  refusedHost,
  async ({ site, geocode, guestsOf, readLine, ...parts }, request) => {
    const { parameter, query } = publicRequest(request)
    const token = parameter('host')
    const opened = await openHostLink(token, request, { site, ...parts })
    const { campaign, locale, country, zone } = opened
    const now = new Date()
    if (opened.request) {
      if (!isHostingOpen(campaign)) return closedPage(locale, 'hosting_off')
      const originSystem = site.defaultOriginSystem ?? 'Turnout'
      try {
        const draft = readHostForm(opened.request.inputs, { campaign, country, readLine, originSystem, now })
        const event = await newEvent(
          draft.event,
          {
            id: opened.request.id,
            principal: { owner: campaign.owner },
            now,
            creator: opened.request.id,
            explicit_creator: false,
            made_in_interface: { hidden: false },
          },
          inUsualZone(geocode, zone),
        )
        return publishPage(site, locale, { token, event, isReviewed: campaign.hosting === 'reviewed' })
      } catch (error) {
        if (error instanceof OsdiError && error.code === 'invalid') return closedPage(locale, 'outside_days')
        throw error
      }
    }
    const asked = new URLSearchParams(query)
    const { event } = opened
    const tool = TOOLS.find((each) => each === asked.get('page') && isOffered(event, each)) ?? 'overview'
    const { hosting: texts } = locale
    const done = asked.get('done')
    const said = { saved: texts.saved, waits: texts.saved_waits, sent: texts.is_sent, again: texts.sent_again }[
      done ?? ''
    ]
    const tools: Tools = { site, token, event, campaign, locale, said }
    switch (tool) {
      case 'guests':
      case 'door': {
        const page = Math.min(Math.max(Number(asked.get('from')) || 1, 1), 1_000)
        const found = await guestsOf(event, { page, per_page: PER_PAGE })
        return guestsPage(tools, tool, found, (asked.get('find') ?? '').slice(0, 200))
      }
      case 'edit':
        return editPage(
          { ...tools, isTrusted: await isTrustedHost(parts.table, campaign.id, event.creator) },
          { inputs: inputsOf(event), faults: [] },
        )
      case 'write':
        return writePage(tools, { inputs: { draft: newId() }, faults: [] })
      case 'cancel':
        return cancelPage(tools)
      default:
        return overviewPage(tools)
    }
  },
)
