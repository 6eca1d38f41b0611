import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FAILURES, logQueries } from '../../../infra/monitoring/log-queries.js'

const guide = readFileSync('docs/operating.md', 'utf8')

it.each(Object.keys(logQueries))('the guide names the query for %s', (name) => {
  expect(guide).toContain(`\`turnout/$STAGE/${name}\``)
})

const pattern = new RegExp(FAILURES.map((text) => text.replaceAll('.', '\\.')).join('|'))

// As "Understanding the execution environment" and "Lambda timeouts" of the developer guide show them.
it.each([
  '2026-11-22T03:00:10.004Z 7f0c0f7e-5e0b-4d2c-8a44-1b8d1f9a2f60 Task timed out after 10.00 seconds',
  'REPORT RequestId: 7f0c0f7e Duration: 10000.00 ms Billed Duration: 10000 ms Status: timeout',
  'INIT_REPORT Init Duration: 1236.04 ms Phase: init Status: error Error Type: Runtime.ImportModuleError',
  'INIT_REPORT Init Duration: 9999.81 ms Phase: init Status: timeout',
  'RequestId: 7f0c0f7e Error: Runtime exited with error: signal: killed Runtime.ExitError',
])('timeouts and failed starts are found by what Lambda writes: %s', (line) => {
  expect(line).toMatch(pattern)
})

it.each([
  'REPORT RequestId: 7f0c0f7e Duration: 31.40 ms Billed Duration: 32 ms Memory Size: 512 MB Max Memory Used: 92 MB',
  '{"level":"info","route":"GET /api/v2/events","status":200}',
])('a line that tells of no failure is not found: %s', (line) => {
  expect(line).not.toMatch(pattern)
})
