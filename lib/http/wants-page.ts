import type { GatewayRequest } from './request.js'

/**
 * Whether a form was sent by a page without scripts: its `Accept` names HTML. Scripts ask for JSON, and programs for
 * anything.
 */
export const wantsPage = ({ headers }: Pick<GatewayRequest, 'headers'>): boolean =>
  /\btext\/html\b/i.test(headers['accept'] ?? '')
