import type { environmentAccount } from '../../runtime/environment.js'
import type { Attempts } from './attempts.js'
import type { Account } from './client.js'
import type { DynamoDBDocumentClient } from './sdk.js'

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
    request.headers['authorization'] = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=unsigned`
    return request
  },
})

/** The token as the SDK writes it. A quotation mark within a value has a backslash before it. */
const TOKEN = /,"ClientRequestToken":"[^"]*"/

/** A transaction without a token got no whole answer. The SDK sends again what it knows, or what has a known cause. */
class LostAnswer extends Error {}

/**
 * Leaves out the tokens of transactions. The embedded engine compares each with those of the last ten minutes, so that
 * a transaction after 20,000 others takes three times as long. Without a token a transaction could not tell its own
 * writes from those of another client, so it is sent once: what happened to it is unknown where the answer is lost.
 * That is when the engine has ended, and the server ends with it.
 */
export function withoutTokens({ middlewareStack }: DynamoDBDocumentClient): void {
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (!isTransaction(commandName)) return next(args)
        const request = args.request as { body: Uint8Array | string }
        // Before its length is counted.
        request.body = textOf(request.body).replace(TOKEN, '')
        return next(args)
      },
    { step: 'build', priority: 'high', name: 'withoutToken' },
  )
  // Around the middleware that notes the outcome of the attempt (attempts.ts).
  middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        const isLost = isTransaction(context.commandName) && (context as Attempts).sawUnknown === true
        throw isLost ? new LostAnswer(`The embedded engine did not answer: ${String(error)}`) : error
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'sentOnce' },
  )
}

/** The SDK's bytes warn when they are used as text. */
const textOf = (body: Uint8Array | string) => (typeof body === 'string' ? body : new TextDecoder().decode(body))

const isTransaction = (command = '') => command.startsWith('TransactWrite')
