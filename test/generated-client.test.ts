/// <reference types="vite/client" />
import { mkdir, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { runLine } from './support/children.js'
import { PUBLIC_URL, answerTo, demo, get } from './support/service.js'
import { runScenario } from './support/clients/client-scenario.js'
import type { ScenarioClient } from './support/clients/scenario-client.js'

/** Compiled here and not with everything else: its types are made first. */
const modules = import.meta.glob<{ generatedClient: (...args: unknown[]) => ScenarioClient }>('./generated-client/*.ts')

describe('a client that is generated from the OpenAPI document', () => {
  beforeAll(async () => {
    const { body } = await get('/api/v2/openapi.json')
    await mkdir('.cache/openapi', { recursive: true })
    await writeFile('.cache/openapi/v2.d.ts', astToString(await openapiTS(body)))
  })

  it('is typed: requests and answers compile, and what is no event does not', async () => {
    const compiler = runLine('tsc -p test/generated-client/tsconfig.json')
    await compiler.ended
    expect(compiler.output()).toBe('')
  })

  it('walks: creates, reads, changes, lists, records RSVPs, and is refused', async () => {
    const client = await modules['./generated-client/client.ts']?.()
    await runScenario(client?.generatedClient(PUBLIC_URL, demo.group.key, answerTo) as ScenarioClient)
  })
})
