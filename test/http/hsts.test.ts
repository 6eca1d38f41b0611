import { expect, it } from 'vitest'
import { createService } from '../../lib/runtime/service.js'
import { environment } from '../../lib/runtime/environment.js'
import { endpoint } from '../../functions/docs/get-api-catalog.js'
import { endpoint as failing } from '../../functions/docs/get-security-contact.js'
import { lambdaContext } from '../../local/http/gateway.js'
import '../support/service.js'

const ask = async (settings: object) => {
  const service = createService({ ...environment(), ...settings })
  const request = {
    headers: {},
    rawPath: '/.well-known/api-catalog',
    rawQueryString: '',
    routeKey: '',
    requestContext: { requestId: '1', http: { method: 'GET', path: '/' } },
  }
  const answers = [endpoint, failing].map((each) =>
    each(service)(request as never, lambdaContext('docs/get-api-catalog', Date.now() + 10_000) as never),
  )
  return (await Promise.all(answers)).map(({ headers }) => headers['strict-transport-security'])
}

it('browsers keep to https for as many days as the owner sets, after an answer or a refusal', async () => {
  expect(await ask({ hstsDays: 2 })).toEqual(['max-age=172800', 'max-age=172800'])
})

it('browsers are told nothing of https without the setting', async () => {
  expect(await ask({})).toEqual([undefined, undefined])
})
