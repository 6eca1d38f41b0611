import type { GatewayRequest } from './request.js'

/** What is left of the limit of a key, in the form of draft-ietf-httpapi-ratelimit-headers-10; nothing without one. */
export function rateLimitHeaders({ allowance }: GatewayRequest): Record<string, string> {
  if (!allowance) return {}
  const { limit, remaining, reset } = allowance
  return {
    'ratelimit-policy': `"key";q=${limit.requests};w=${limit.seconds}`,
    ratelimit: `"key";r=${remaining};t=${reset}`,
  }
}
