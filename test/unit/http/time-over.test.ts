import type { Context } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { v2 } from '../../../lib/hal/v2/version.js'
import { ok } from '../../../lib/http/answer.js'
import type { GatewayRequest } from '../../../lib/http/request.js'
import { type Stack, openStack } from '../../../lib/http/stacks.js'
import { environment, provideEnvironment } from '../../../lib/runtime/environment.js'

provideEnvironment({ TABLE_NAME: 'none', PUBLIC_URL: 'https://events.example.org' })

const request = (method: string) =>
  ({
    headers: {},
    rawPath: '/api/v2',
    rawQueryString: '',
    routeKey: '$default',
    requestContext: { requestId: 'r', http: { method, path: '/api/v2' } },
  }) as unknown as GatewayRequest

/** Runs a stack in so many milliseconds. */
const within = (ms: number, stack: Stack, method: string) => {
  const end = Date.now() + ms
  return stack(request(method), { getRemainingTimeInMillis: () => end - Date.now() } as Context)
}

/** A handler that takes half a second, whatever time it has. */
const slow = openStack(environment(), v2, async () => {
  await sleep(500)
  return ok({})
})

it.each([
  ['GET', 'busy'],
  ['HEAD', 'busy'],
  ['POST', 'unknown_outcome'],
  ['PUT', 'unknown_outcome'],
  ['DELETE', 'unknown_outcome'],
])('a %s whose time is over is answered with %s, and is no error of the service', async (method, code) => {
  const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { statusCode, headers, body } = await within(200, slow, method)
  expect(statusCode).toBe(503)
  expect(headers['retry-after']).toBe('1')
  expect(JSON.parse(body)['osdi:error'].resource_status[0].error_descriptions[0].error_code).toBe(code)
  const written = [...lines.mock.calls, ...errors.mock.calls].join('')
  expect(written).not.toContain('"level":"error"')
  vi.restoreAllMocks()
})

it('what is done in time is answered as it is', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect((await within(2_000, slow, 'POST')).statusCode).toBe(200)
  vi.restoreAllMocks()
})
