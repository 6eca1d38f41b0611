import type { environmentAccount } from '../../environment.js'
import type { Account } from './client.js'

type Signer = Exclude<Account['signer'], ((...args: never[]) => unknown) | undefined>

/**
 * Makes a signer that computes nothing: the embedded engine reads the access key of a signature and no more of it, and
 * a signature is a ninth of the processor's work for an RSVP.
 */
export const unsigned = (account: () => ReturnType<typeof environmentAccount>): Signer => ({
  sign: async (request) => {
    const { region, credentials } = account()
    const scope = `${credentials.accessKeyId}/20260101/${region}/dynamodb/aws4_request`
    request.headers['x-amz-date'] = '20260101T000000Z'
    request.headers['authorization'] =
      `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=unsigned`
    return request
  },
})
