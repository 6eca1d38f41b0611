import type { OwnerSettings } from '../access/owner-settings.js'
import type { EventForBrowsers } from '../events/event.js'
import type { ApiVersion } from '../hal/version.js'
import type { Answer } from '../http/answer.js'
import { readFormBody, repeatedInput } from '../http/body/form-body.js'
import { readJsonBody } from '../http/body/json-body.js'
import { withUnknownOutcome, wantsPage } from '../http/error-answer.js'
import { type ApiRequest, type GatewayRequest, type PublicRequest, publicRequest } from '../http/request.js'
import { type RefuseForm, keylessStack } from '../http/stacks.js'

/** The event of a visitor, and the settings of its owner. */
export interface Attended {
  event: EventForBrowsers
  settings: OwnerSettings
  /** The dates that a form of a series asks for, the event being the first of them. */
  dates?: EventForBrowsers[]
}

/** A browser's request without a key, which the owner allows, as its handler gets it. */
export type BrowserRequest = PublicRequest & Pick<ApiRequest, 'body'> & Attended

/** A visitor's form, as its handler gets it. */
export type FormRequest = PublicRequest &
  Attended & {
    inputs: Record<string, string>
    /** The values of all inputs of a name, as boxes have. */
    inputsOf: (name: string) => string[]
    /** Whether the answer is a page, for a browser without scripts. */
    wantsPage: boolean
  }

type Settings = Parameters<typeof keylessStack>[0]

/**
 * Admits a browser's request without a key.
 * @returns the event that it may attend, with the settings of its owner
 * @throws OsdiError forbidden, not_found, too_many_requests
 */
export type Admit = (request: GatewayRequest) => Promise<Attended>

/** Wraps an endpoint of a version that browsers may call without a key. */
export const browserStack = (
  settings: Settings,
  version: ApiVersion,
  admit: Admit,
  handle: (request: BrowserRequest) => Answer | Promise<Answer>,
) =>
  keylessStack(settings, version, async (request) => {
    const attended = await admitted(admit, request)
    const body = readJsonBody(request)
    return withUnknownOutcome(async () => handle({ ...publicRequest(request), ...attended, body }))
  })

/** Wraps an endpoint that takes the form of a visitor, sent by a page of any site. */
export const formStack = (
  settings: Settings,
  admit: Admit,
  handle: (request: FormRequest) => Answer | Promise<Answer>,
  refuse: RefuseForm,
) =>
  keylessStack(
    settings,
    undefined,
    async (request) => {
      const inputs = (request.form = readFormBody(request))
      const attended = await admitted(admit, request)
      return withUnknownOutcome(async () =>
        handle({
          ...publicRequest(request),
          ...attended,
          inputs,
          inputsOf: (name) => repeatedInput(request, name),
          wantsPage: wantsPage(request),
        }),
      )
    },
    refuse,
  )

async function admitted(admit: Admit, request: GatewayRequest): Promise<Attended> {
  const attended = await admit(request)
  const { event, settings, dates } = attended
  request.about = event.owner
  if (!settings.refuses_people) return attended
  // Whoever is refused gets the same answer as others: what only people who come may see stands in their email.
  const bare = { ...attended, event: withoutInstructions(event) }
  return dates ? { ...bare, dates: dates.map(withoutInstructions) } : bare
}

const withoutInstructions = ({ instructions: _told, ...event }: EventForBrowsers): EventForBrowsers => event
