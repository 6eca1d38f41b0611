import { expect, it } from 'vitest'
import { DEFAULTS } from '../../tools/storm/options.js'
import { formatReport } from '../../tools/storm/verdict/report.js'
import { runStorm } from '../../tools/storm/storm.js'

it('the service keeps every promise of its answers while DynamoDB fails and processes are killed', async () => {
  const report = await runStorm({ ...DEFAULTS, operations: 150, kills: 2 }, console.log)
  expect(report.violations, formatReport(report)).toEqual([])
}, 600_000)
