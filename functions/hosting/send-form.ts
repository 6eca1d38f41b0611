import { inUsualZone } from '../../lib/locations/usual-zone.js'
import { OsdiError } from '../../lib/runtime/errors.js'
import { newEvent } from '../../lib/events/event.js'
import { hostFormFields } from '../../lib/hosting/host-form-fields.js'
import { newHostRequest } from '../../lib/hosting/host-request.js'
import { NOTHING_SOUGHT } from '../../lib/near/event-search.js'
import { campaignScope, listedFrom } from '../../lib/near/listed-event.js'
import { pointOf } from '../../lib/events/event-point.js'
import { admitVisit } from '../../lib/visitors/admit-visit.js'
import { pageEndpoint, table } from '../../lib/app/endpoint.js'
import { readFormBody } from '../../lib/http/body/form-body.js'
import { publicRequest } from '../../lib/http/request.js'
import { atFixedIntervals } from '../../lib/visitors/fixed-intervals.js'
import { visitOf } from '../../lib/visitors/visit.js'
import { wantsPage } from '../../lib/http/error-answer.js'
import { readHostForm } from '../../lib/hosting/read-host-form.js'
import { hostFormPage, hostPreviewPage, hostSentPage } from '../../lib/hosting/pages/host-form-page.pages.js'
import { refusedHost } from '../../lib/hosting/pages/refused-host.pages.js'
import { readersLocale } from '../../lib/pages/locale.js'
import { missingAddress } from '../../lib/pages/missing.js'
import type { Service } from '../../lib/runtime/service.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { admits } from '../../lib/people/refusals.js'
import { hostRefusals } from '../../lib/app/hosting.js'
import { readLine } from '../../lib/app/locations.js'
import { eventFinder } from '../../lib/app/near.js'
import { publicCatalog } from '../../lib/app/catalog.js'
import { visits } from '../../lib/app/visitors.js'
import { hostSubject } from './subject.js'
import { askToHost } from '../../lib/hosting/store/hosting-store.js'

const environment = (service: Service) => service.environment

/** Events near the one that a supporter wants to host. */
const MOST_NEAR = 5

/**
 * Takes the form of a supporter: the first time it shows the event, the second time it mails the link. The answer is
 * the same for every address.
 */
export const endpoint = pageEndpoint(
  { environment, eventDependencies, eventFinder, hostRefusals, publicCatalog, readLine, table, visits },
  refusedHost,
  async ({ site, publicCatalog, environment, readLine, table, visits, ...given }, request) => {
    const subject = await hostSubject(publicCatalog, publicRequest(request).parameter('id'), site, request)
    if (!subject) return missingAddress(site, request)
    const form = (request.form = readFormBody(request))
    const { campaign, settings, country } = subject
    const inputs = inputsIn(form)
    try {
      const now = new Date()
      // Counted apart from RSVPs: neither makes the other slower.
      const visit = visitOf(request, `host ${campaign.id}`, environment.cdn)
      const apart = { ...visit, network: `host ${visit.network}` }
      await admitVisit(visits, apart, { ...environment.calmRates, ...settings })
      const originSystem = site.defaultOriginSystem ?? 'Turnout'
      const draft = readHostForm(inputs, { campaign, country, readLine, originSystem, now })
      if (form['again'] !== undefined) return hostFormPage(site, subject, { inputs, faults: [] })
      const { newId, geocode } = given.eventDependencies
      if (form['confirmed'] === '1') {
        const { address } = draft.person.email_addresses as { address: string }
        const typed = { campaign: campaign.id, owner: campaign.owner, inputs, address }
        const asked = newHostRequest(
          { ...typed, language: readersLocale(request, subject.language).lang },
          { id: newId(), now },
        )
        await atFixedIntervals(async () => {
          const { refusals } = given.hostRefusals
          if (!settings.refuses_people || (await admits(refusals, campaign.owner, draft.person)))
            await askToHost(table, asked, now)
        })
        return hostSentPage(subject)
      }
      const preview = await newEvent(
        draft.event,
        {
          id: campaign.id,
          principal: { owner: campaign.owner },
          now,
          creator: campaign.id,
          explicit_creator: false,
          made_in_interface: { hidden: false },
        },
        inUsualZone(geocode, settings.timezone_identifier),
      )
      const listed = listedFrom(preview)
      const point = listed && pointOf(listed)
      const found =
        point &&
        (await given.eventFinder.find(
          {
            listing: { scope: campaignScope(campaign.id), holds: 'all' },
            search: { ...NOTHING_SOUGHT, mode: 'in_person', near: { ...point, name: '' } },
            limit: MOST_NEAR,
            onlyPlaced: true,
          },
          now,
        ))
      return hostPreviewPage(site, subject, { event: preview, near: found?.events ?? [], inputs })
    } catch (error) {
      if (!(error instanceof OsdiError)) throw error
      if (error.code === 'invalid' && error.faults.length > 0)
        return hostFormPage(site, subject, { inputs, faults: error.faults, status: 400 })
      if (error.code === 'too_many_requests' && wantsPage(request))
        return hostFormPage(site, subject, { inputs, faults: [], status: 429, isBusy: true })
      throw error
    }
  },
)

/** The inputs that the form has; others are left out. */
const inputsIn = (form: Record<string, string>) =>
  Object.fromEntries(Object.entries(form).filter(([name]) => Object.hasOwn(hostFormFields, name)))
