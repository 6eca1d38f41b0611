import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { bundle } from './bundle.js'
import { idOf } from './names.js'
import { EXPLORER_FILE } from './explorer.js'
import { ensurePlaces } from './places.js'
import { allEndpoints, consumers } from './routes.js'

/** Zips carry a fixed time, so that the same code gives the same zip and a deployment changes nothing. */
const TIME = new Date('2020-01-01T00:00:00Z')

/**
 * Builds the code that is deployed: build/<function>.zip for every function, and build/places.zip, the layer of those
 * that geocode, and build/explorer.zip, that of the explorer.
 */
export async function build(out = 'build'): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  // The project is of ES modules, the bundles are not; this is for whoever loads them from here.
  await writeFile(`${out}/package.json`, '{"type":"commonjs"}\n')
  const names = [...allEndpoints.map(({ name }) => name), ...consumers]
  await bundle(
    {
      ...Object.fromEntries(names.map((name) => [`${idOf({ name })}/index`, `functions/${name}.ts`])),
      'places/amazon-location': 'lib/geocode/amazon-location.ts',
    },
    { outdir: out, sourcemap: 'external' },
  )
  await Promise.all([
    ...names
      .map((name) => idOf({ name }))
      .map((id) => zip(`${out}/${id}`, { 'index.js': `${out}/${id}/index.js` })),
    zip(`${out}/places`, {
      'amazon-location.js': `${out}/places/amazon-location.js`,
      'places.tsv': await ensurePlaces(),
    }),
    zip(`${out}/explorer`, { 'openapi-explorer.js': EXPLORER_FILE }),
  ])
  console.log(`Built ${names.length} functions into ${out}/`)
}

/** @param files what to pack, by the names in the zip */
async function zip(path: string, files: Record<string, string>): Promise<void> {
  const file = new ZipFile()
  for (const [name, source] of Object.entries(files))
    file.addFile(source, name, { mtime: TIME, mode: 0o100644 })
  file.end()
  await pipeline(file.outputStream, createWriteStream(`${path}.zip`))
}
