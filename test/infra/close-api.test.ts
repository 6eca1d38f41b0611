import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { throttlesOf } from '../../infra/api/api.js'
import { closeApi, openApi } from '../../infra/api/close-api.js'
import { settingsOf } from '../../infra/settings.js'
import { toolEnvironment } from '../../lib/runtime/environment.js'

/** A stage as API Gateway keeps it: its names begin in lower case. */
type Kept = Record<'defaultRouteSettings' | 'routeSettings', object>

const settings = settingsOf('dev')
const lower = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          / /.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1),
          lower(inner),
        ]),
      )
    : value
const deployed = () => lower(throttlesOf(settings)) as Kept

describe('the API of a stage', () => {
  let stage = deployed()
  let changes = 0
  const door = { ApiId: 'api', region: 'eu-central-1' }
  const gateway = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const part of request) body += String(part)
      if (request.method === 'PATCH') {
        stage = { ...stage, ...(JSON.parse(body) as Kept) }
        changes++
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(stage))
    })()
  })

  beforeAll(async () => {
    await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready))
    Object.assign(toolEnvironment(), {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    })
  })
  afterAll(() => gateway.close())

  it('takes nothing while it is closed, and what its settings say when it is open again', async () => {
    await closeApi(door, 0)
    const rates = Object.values({ ...stage.routeSettings, all: stage.defaultRouteSettings })
    expect(rates.length).toBeGreaterThan(1)
    for (const each of rates) expect(each).toMatchObject({ throttlingRateLimit: 0, throttlingBurstLimit: 0 })
    await openApi(door, settings)
    expect(stage).toEqual(deployed())
  })

  it('is opened by the next switch when one was killed while it was closed', async () => {
    await closeApi(door, 0)
    await closeApi(door, 0)
    await openApi(door, settings)
    expect(stage).toEqual(deployed())
  })

  it('keeps throttles that were set by hand while it is open', async () => {
    stage = { ...deployed(), defaultRouteSettings: { throttlingRateLimit: 7, throttlingBurstLimit: 7 } }
    const before = changes
    await openApi(door, settings)
    expect(changes).toBe(before)
    expect(stage.defaultRouteSettings).toMatchObject({ throttlingRateLimit: 7 })
  })
})
