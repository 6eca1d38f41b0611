import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { runLine } from '../support/children.js'
import { get } from '../support/service.js'

const VERSIONS = ['/api/v1', '/api/v2']

describe.each(VERSIONS)('the description of %s', (path) => {
  it('is OpenAPI 3.1 in which the linter finds no error', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
    await writeFile(join(folder, 'openapi.json'), (await get(`${path}/openapi.json`)).text)
    // The entry point and this document need no key.
    const line = `redocly lint ${folder}/openapi.json --format json --skip-rule operation-4xx-response`
    const linter = runLine(line, {
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      HOME: folder,
    })
    await linter.ended
    await rm(folder, { recursive: true })
    const { problems } = JSON.parse(linter.output()) as { problems: { ruleId: string; message: string }[] }
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it('is there for anybody, and describes every endpoint of the version', async () => {
    const { status, headers, body } = await get(`${path}/openapi.json`, { key: null })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    const described = Object.entries<object>(body.paths).flatMap(([template, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${template}`),
    )
    const routes = allEndpoints.map(({ route }) => route).filter((route) => route.split(' ')[1]?.startsWith(path))
    expect(described.filter((route) => route.includes(path)).sort()).toEqual(routes.sort())
  })
})
