import { mkdir, writeFile } from 'node:fs/promises'
import { measureColdStarts, measureLocationLayer } from './cold-start.js'
import { measureFilters } from './filters.js'
import { measurePackages } from './packages.js'
import { measureGeocoding } from './geocoding.js'
import { printTable } from './print-table.js'
import { startService } from './service.js'
import { measureUnits } from './units.js'
import { measureWarmCpu } from './warm-cpu.js'

/*
 * The figures of the design's budgets, as tables on the screen and as JSON in bench/results/. Units are what the
 * embedded engine counts, which is what AWS counts; times are ratios within this one run.
 */

const service = await startService()

const units = await measureUnits(service)
printTable('DynamoDB units of one request', units)

const filters = await measureFilters()
printTable('Filters, by the events that an owner has', filters)

const packages = await measurePackages()
printTable('Packages, zipped', packages)

const geocoding = await measureGeocoding()
printTable('Geocoding', geocoding)

const locationLayer = await measureLocationLayer(service)
printTable('Cold start with and without the table of locations', locationLayer)

const coldStarts = await measureColdStarts(service)
printTable('Cold start: load and first call, against a plain handler', coldStarts)

const warmCpu = await measureWarmCpu(service)
printTable('Warm CPU of one request, against a bare handler with the same calls', warmCpu)

await service.engine.stop()

await mkdir('bench/results', { recursive: true })
await writeFile(
  'bench/results/figures.json',
  JSON.stringify({ units, filters, packages, geocoding, locationLayer, coldStarts, warmCpu }, undefined, 2),
)

const over = [...units, ...packages, ...geocoding, ...coldStarts, ...warmCpu].filter(
  (row) => row['over budget'] === true,
)
console.log(
  over.length === 0 ? '\nEverything is within its budget.' : `\n${over.length} figures are over budget.`,
)
