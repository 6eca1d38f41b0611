import type { Child } from 'hono/jsx'
import Negotiator from 'negotiator'
import { notFound } from '../../runtime/errors.js'
import type { Site } from '../../runtime/site.js'
import { PAGE_SECONDS, htmlAnswer, missingAnswer } from '../../html/answer.js'
import { type Answer, published } from '../../http/answer.js'
import { compressed } from '../../http/headers/compressed.js'
import type { GatewayRequest } from '../../http/request.js'
import { PAGE_POLICY, page } from './page.js'
import type { Documented } from './relations.js'

const HTML = 'text/html'
const TYPES = [HTML, 'application/hal+json', 'application/json']

/** A page of the documentation: for people as HTML, for programs as a document. */
export interface Told {
  title: string
  main: Child
  document: object
}

/**
 * An address that answers people in HTML and programs in JSON, as `Accept` prefers; people, when it does not say.
 * A missing resource answers people with a page, too.
 */
export const negotiated =
  (tell: (site: Documented, request: GatewayRequest) => Told | { missing: Child }) =>
  ({ documentation }: { documentation: () => Documented }, request: GatewayRequest) => {
    const site = documentation()
    const type = new Negotiator(request).mediaType(TYPES) ?? HTML
    const told = tell(site, request)
    const answer = type === HTML ? forPeople(site, told) : forPrograms(told, type)
    return compressed({ ...answer, headers: { ...answer.headers, vary: 'accept' } }, request.headers)
  }

const forPeople = (site: Site, told: Told | { missing: Child }) =>
  'missing' in told ? missingAnswer(page(site, 'Not found', told.missing), PAGE_POLICY) : shownPage(site, told)

function forPrograms(told: Told | { missing: Child }, type: string): Answer {
  if ('missing' in told) throw notFound()
  return published(JSON.stringify(told.document), type, PAGE_SECONDS)
}

/** A page for people. */
export const shownPage = (site: Site, { title, main }: Pick<Told, 'title' | 'main'>): Answer =>
  htmlAnswer(page(site, title, main), PAGE_POLICY)
