import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { filesOf, withFigures } from '../../bench/publish.js'
import { fromRun } from '../support/on-request.js'

/* The benches at their smallest: whether each still runs on today's code. None of their figures is compared. */

const run = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...args], {
    maxBuffer: 10_000_000,
  })
  return stdout
}

describe('a bench', () => {
  it('measures functions, and what each request costs', async () => {
    // It takes the bundles that the tests share, so it does not build them again.
    await fromRun('package')
    const tables = ['units', 'filters', 'geocoding', 'locations', 'cold', 'strangers', 'warm']
    const output = await run('bench/main.ts', '--smoke', '--only', ...tables)
    for (const heading of [
      'DynamoDB units of one request',
      'Filters, by the events',
      'Geocoding',
      'Cold start with and without the table of locations',
      'Cold start: load and first call',
      'The most costly request of each address',
      'Warm CPU of one request',
    ])
      expect(output).toContain(heading)
    expect(output).toContain('manage/interface')
    expect(output).toContain('other-requests')
  })

  it('plays a rush in the model', async () => {
    const output = await run('tools/burst-model/main.ts', '--smoke')
    for (const heading of ['RSVPs on one event, by model', 'with places for half', 'with a waiting list'])
      expect(output).toContain(heading)
  })

  it('sends a message to many people, each of them once, though the server is killed twice', async () => {
    const output = await run('bench/local/mail.ts', '--people', '300')
    expect(output).toContain('"missing":0')
    expect(output).toContain('"counted":300')
  })

  it('loads a local server', async () => {
    const sizes = ['--sizes', '0', '10', '--connections', '1', '2']
    const output = await run('bench/local/main.ts', ...sizes, '--seconds', '0.2', '--slices', '1', '--smoke')
    expect(output).toContain('RSVPs, 2 at once')
    expect(output).toContain('GETs of the event')
  })
})

describe('the published figures', () => {
  const page = 'Before.\n<!-- bench: units -->\nstale\n<!-- end -->\nAfter.\n<!-- bench: cold -->\nkept\n<!-- end -->\n'
  const results = { commit: 'abc1234', date: '2026-11-23T08:00:00.000Z', tables: { units: [{ read: 1 }] } }

  it('name the commit that they were taken on', () => {
    expect(withFigures(page, results)).toContain('Taken on 2026-11-23 on commit `abc1234`.')
  })

  it('replace those of the table, and leave what was not measured', () => {
    const written = withFigures(page, results)
    expect(written).toMatch(/^Before\.\n<!-- bench: units -->\n[^]*\| 1 \|[^]*<!-- end -->\nAfter\./)
    expect(written).not.toContain('stale')
    expect(written).toContain('kept')
  })

  it('are files beside the page where a table is longer than a screen', () => {
    const long = { ...results, tables: { cold: [{ function: 'v2/get-event', ratio: 0.7, budget: 0.8 }] } }
    expect(withFigures(page, long)).toMatch(
      /`abc1234`: \[every function\]\(performance\/cold-starts\.csv\)\.\n\n<!-- end/,
    )
    expect(filesOf(long)).toEqual([
      { file: 'cold-starts.csv', text: '"function","ratio","budget"\r\n"v2/get-event","0.7","0.8"\r\n' },
    ])
  })
})
