import type { Visit } from './admit-visit.js'
import { HONEYPOT, SOLUTION } from './rsvp-form-fields.js'
import type { GatewayRequest } from '../http/request.js'
import { type Cdn, viewerNetwork } from './viewer-network.js'

/** Returns what is known of an RSVP of a visitor before it is read. Only forms have solutions of challenges. */
export const visitOf = (request: GatewayRequest, event: string, cdn: Cdn | undefined): Visit => ({
  event,
  network: viewerNetwork(request, cdn),
  solution: request.form?.[SOLUTION],
  isSuspicious: Boolean(request.form?.[HONEYPOT]?.trim()),
})
