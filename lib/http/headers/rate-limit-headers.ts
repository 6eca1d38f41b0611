import type { GatewayRequest } from '../request.js'

/** Returns the `RateLimit` headers of a key with a limit (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({ allowance }: GatewayRequest): Record<string, string> {
  if (!allowance) return {}
  const { limit, remaining, reset } = allowance
  return {
    'ratelimit-policy': `"key";q=${limit.requests};w=${limit.seconds}`,
    ratelimit: `"key";r=${remaining};t=${reset}`,
  }
}
