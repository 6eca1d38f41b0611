import type { Visit } from '../../domain/public/admit-visit.js'
import { HONEYPOT, SOLUTION } from '../../domain/public/rsvp-form-fields.js'
import type { GatewayRequest } from '../request.js'
import { type Cdn, viewerNetwork } from './viewer-network.js'

/** Returns what is known of an RSVP of a visitor before it is read. Only forms have solutions of challenges. */
export const visitOf = (request: GatewayRequest, event: string, cdn: Cdn | undefined): Visit => ({
  event,
  network: viewerNetwork(request, cdn),
  solution: request.form?.[SOLUTION],
  isSuspicious: Boolean(request.form?.[HONEYPOT]?.trim()),
})
