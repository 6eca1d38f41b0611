import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { bundle } from './bundle.js'
import { functionEntry, idOf } from './functions.js'
import { ensurePlaces } from './places.js'
import { allEndpoints, consumers } from './routes.js'

/*
 * Builds what is deployed: build/<function>.zip for every endpoint, build/functions.json, which serverless.yml
 * takes as its functions, and build/places.zip, the layer of those that geocode.
 */

/** Zips carry a fixed time, so that the same code gives the same zip and a deployment changes nothing. */
const TIME = new Date('2020-01-01T00:00:00Z')

const OUT = 'build'

await rm(OUT, { recursive: true, force: true })
await mkdir(OUT)
// The project is of ES modules, the bundles are not; this is for whoever loads them from here.
await writeFile(`${OUT}/package.json`, '{"type":"commonjs"}\n')
const names = [...allEndpoints.map(({ name }) => name), ...consumers]
await bundle(
  {
    ...Object.fromEntries(names.map((name) => [`${idOf({ name })}/index`, `functions/${name}.ts`])),
    'places/amazon-location': 'lib/geocode/amazon-location.ts',
  },
  { outdir: OUT, sourcemap: 'external' },
)
await Promise.all([
  ...names.map((name) => idOf({ name })).map((id) => zip(id, { 'index.js': `${OUT}/${id}/index.js` })),
  zip('places', {
    'amazon-location.js': `${OUT}/places/amazon-location.js`,
    'places.tsv': await ensurePlaces(),
  }),
])
const functions = Object.fromEntries(
  allEndpoints.map((endpoint) => [idOf(endpoint), functionEntry(endpoint)]),
)
await writeFile(`${OUT}/functions.json`, JSON.stringify(functions, undefined, 2))
console.log(`Built ${names.length} functions into ${OUT}/`)

/** @param files what to pack, by the names in the zip */
async function zip(id: string, files: Record<string, string>): Promise<void> {
  const file = new ZipFile()
  for (const [name, path] of Object.entries(files)) file.addFile(path, name, { mtime: TIME, mode: 0o100644 })
  file.end()
  await pipeline(file.outputStream, createWriteStream(`${OUT}/${id}.zip`))
}
