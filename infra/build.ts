import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { bundle } from './bundle.js'
import { functionEntry, idOf } from './functions.js'
import { allEndpoints, consumers } from './routes.js'

/*
 * Builds what is deployed: build/<function>.zip for every endpoint, and build/functions.json, which
 * serverless.yml takes as its functions.
 */

/** Zips carry a fixed time, so that the same code gives the same zip and a deployment changes nothing. */
const TIME = new Date('2020-01-01T00:00:00Z')

const OUT = 'build'

await rm(OUT, { recursive: true, force: true })
await mkdir(OUT)
// The project is of ES modules, the bundles are not; this is for whoever loads them from here.
await writeFile(`${OUT}/package.json`, '{"type":"commonjs"}\n')
const names = [...allEndpoints.map(({ name }) => name), ...consumers]
await bundle(Object.fromEntries(names.map((name) => [`${idOf({ name })}/index`, `functions/${name}.ts`])), {
  outdir: OUT,
  sourcemap: 'external',
})
await Promise.all(names.map((name) => zip(idOf({ name }))))
const functions = Object.fromEntries(
  allEndpoints.map((endpoint) => [idOf(endpoint), functionEntry(endpoint)]),
)
await writeFile(`${OUT}/functions.json`, JSON.stringify(functions, undefined, 2))
console.log(`Built ${names.length} functions into ${OUT}/`)

async function zip(id: string): Promise<void> {
  const file = new ZipFile()
  file.addFile(`${OUT}/${id}/index.js`, 'index.js', { mtime: TIME, mode: 0o100644 })
  file.end()
  await pipeline(file.outputStream, createWriteStream(`${OUT}/${id}.zip`))
}
