import { Command } from 'commander'
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { measureColdStarts, measureLocationLayer } from './cold-start.js'
import { measureFilters } from './filters.js'
import { measurePackages } from './packages.js'
import { measureGeocoding } from './geocoding.js'
import type { Results } from './publish.js'
import { type Row, printTable } from './print-table.js'
import { INTERFACE } from '../infra/package/layer/layer.js'
import { type Endpoint, allEndpoints } from '../lib/http/endpoints/endpoints.js'
import { startService } from './service.js'
import { measureStrangers } from './strangers.js'
import './texts.js'
import { measureUnits } from './units.js'
import { measureWarmCpu } from './warm-cpu.js'

/*
 * The figures of the design's budgets, as tables on the screen and as JSON in bench/results/. Units are what the
 * embedded engine counts, which is what AWS counts; times are ratios within this one run.
 */

const program = new Command('npm run bench --')
  .description('Measures units, packages, cold starts and processor time; twenty minutes')
  .option('--only <table...>', 'tables to make: units, filters, packages, geocoding, locations, cold, strangers, warm')
  .option('--function <name...>', 'functions in the tables of cold starts and warm requests: v2/get-event')
  .option('--smoke', 'run everything once and small: whether it runs, not how fast')
  .parse()
const { only, function: functions, smoke } = program.opts<Options>()
const endpoints = allEndpoints.filter(({ name }) => functions?.includes(name) ?? true)

/** A smoke run starts one of so many functions, and those that are built by themselves. */
const FEW = 24
const BY_THEMSELVES = ['other-requests', INTERFACE]
const few = (all: Endpoint[]) =>
  smoke ? all.filter(({ name }, i) => i % FEW === 0 || BY_THEMSELVES.includes(name)) : all
const runs = smoke ? 1 : 9

const service = await startService()
const figures: Record<string, Row[]> = {}
for (const [name, { heading, measure }] of Object.entries(tables())) {
  if (only && !only.includes(name)) continue
  figures[name] = await measure()
  printTable(heading, figures[name])
}
await service.engine.stop()

if (!smoke) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const load = Math.round(loadavg()[0] ?? 0)
  const results: Results = { commit, date: new Date().toISOString(), load, tables: figures }
  await mkdir('bench/results', { recursive: true })
  await writeFile('bench/results/figures.json', JSON.stringify(results, undefined, 2))
}

const over = Object.values(figures)
  .flat()
  .filter((row) => row['over budget'] === true)
console.log(over.length === 0 ? '\nEverything is within its budget.' : `\n${over.length} figures are over budget.`)

interface Options {
  only?: string[]
  function?: string[]
  smoke?: boolean
}

/** Each table, and how it is measured. */
function tables(): Record<string, { heading: string; measure: () => Row[] | Promise<Row[]> }> {
  return {
    units: { heading: 'DynamoDB units of one request', measure: () => measureUnits(service) },
    filters: {
      heading: 'Filters, by the events that an owner has',
      measure: () => measureFilters(smoke ? [100] : [1_000, 100_000]),
    },
    packages: { heading: 'Packages, zipped', measure: measurePackages },
    geocoding: { heading: 'Geocoding', measure: measureGeocoding },
    locations: {
      heading: 'Cold start with and without the table of locations',
      measure: () => measureLocationLayer(service, runs),
    },
    cold: {
      heading: 'Cold start: load and first call, against a plain handler',
      measure: () => measureColdStarts(service, few(endpoints), runs),
    },
    strangers: {
      heading: 'The most costly request of each address that needs no key',
      measure: () => measureStrangers(service, smoke),
    },
    warm: {
      heading: 'Warm CPU of one request, against a bare handler with the same calls',
      measure: () => measureWarmCpu(service, few(endpoints), smoke ? 1 : 3),
    },
  }
}
