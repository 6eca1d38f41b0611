import { Command } from 'commander'
import { mkdir, writeFile } from 'node:fs/promises'
import { measureColdStarts, measureLocationLayer } from './cold-start.js'
import { measureFilters } from './filters.js'
import { measurePackages } from './packages.js'
import { measureGeocoding } from './geocoding.js'
import { type Row, printTable } from './print-table.js'
import { allEndpoints } from '../lib/api/endpoints.js'
import { startService } from './service.js'
import { measureUnits } from './units.js'
import { measureWarmCpu } from './warm-cpu.js'

/*
 * The figures of the design's budgets, as tables on the screen and as JSON in bench/results/. Units are what the
 * embedded engine counts, which is what AWS counts; times are ratios within this one run.
 */

const program = new Command()
  .option('--only <table...>', 'tables to make: units, filters, packages, geocoding, locations, cold, warm')
  .option('--function <name...>', 'functions in the tables of cold starts and warm requests: v2/get-event')
  .parse()
const { only, function: functions } = program.opts<{ only?: string[]; function?: string[] }>()
const endpoints = allEndpoints.filter(({ name }) => functions?.includes(name) ?? true)

const service = await startService()
const figures: Record<string, Row[]> = {}
for (const [name, { heading, measure }] of Object.entries(tables())) {
  if (only && !only.includes(name)) continue
  figures[name] = await measure()
  printTable(heading, figures[name])
}
await service.engine.stop()

await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/figures.json', JSON.stringify(figures, undefined, 2))

const over = Object.values(figures)
  .flat()
  .filter((row) => row['over budget'] === true)
console.log(
  over.length === 0 ? '\nEverything is within its budget.' : `\n${over.length} figures are over budget.`,
)

/** Each table, and how it is measured. */
function tables(): Record<string, { heading: string; measure: () => Row[] | Promise<Row[]> }> {
  return {
    units: { heading: 'DynamoDB units of one request', measure: () => measureUnits(service) },
    filters: { heading: 'Filters, by the events that an owner has', measure: measureFilters },
    packages: { heading: 'Packages, zipped', measure: measurePackages },
    geocoding: { heading: 'Geocoding', measure: measureGeocoding },
    locations: {
      heading: 'Cold start with and without the table of locations',
      measure: () => measureLocationLayer(service),
    },
    cold: {
      heading: 'Cold start: load and first call, against a plain handler',
      measure: () => measureColdStarts(service, endpoints),
    },
    warm: {
      heading: 'Warm CPU of one request, against a bare handler with the same calls',
      measure: () => measureWarmCpu(service, endpoints),
    },
  }
}
