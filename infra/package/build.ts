import { createWriteStream } from 'node:fs'
import type { Plugin } from 'esbuild'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { PHONES, bundle, phonesSource } from './bundle.js'
import { idOf } from '../names.js'
import { INTERFACE_FILE, bundleInterface } from './interface.js'
import { OTHER_FILES, bundleOtherRequests } from './other-requests.js'
import { EXPLORER_FILE } from './layer/explorer.js'
import { lateFiles, lateFromLayer, lateLoading } from './layer/late.js'
import { INTERFACE, type LayerFile } from './layer/layer.js'
import { maps } from './layer/maps.near.js'
import { mail } from './layer/nodemailer.mail.js'
import { oidc } from './layer/oidc.sign-in.js'
import { passkeys } from './layer/passkeys.sign-in.js'
import { sdk, sdkLayered } from './layer/sdk.js'
import { ensureLocationTable } from './location-table.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { consumers, launched } from '../queues/consumers.js'

const functionNames = [...allEndpoints.map(({ name }) => name), ...consumers, ...launched]

const hasInterface = functionNames.includes(INTERFACE)

/** Zips carry a fixed time, so that the same code gives the same zip and a deployment changes nothing. */
const TIME = new Date('2020-01-01T00:00:00Z')

/**
 * Builds the code that is deployed: build/<function>.zip for every function, build/locations.zip, the layer of the
 * functions that geocode, and build/explorer.zip, the layer of the explorer and the documentation.
 * @param names of the functions
 */
export async function build(out = 'build', names = functionNames): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  // The project is of ES modules, the bundles are not; this is for code that loads them from here.
  await writeFile(`${out}/package.json`, '{"type":"commonjs"}\n')
  const own = ['other-requests', INTERFACE]
  const of = (isLate: boolean, hasSdk: boolean) =>
    entriesOf(
      names.filter(
        (name) => !own.includes(name) && lateLoading.includes(name) === isLate && sdkLayered.includes(name) === hasSdk,
      ),
    )
  const common = { outdir: out, sourcemap: 'external' } as const
  await bundle(
    { ...of(false, false), 'locations/amazon-location': 'lib/locations/geocode/amazon-location.ts' },
    { ...common, plugins: ofPages },
  )
  await bundle(of(true, false), { ...common, plugins: [lateFromLayer, ...ofPages] })
  await bundle(of(true, true), { ...common, plugins: [lateFromLayer, ...ofPages, sdk.fromLayer] })
  await bundleOtherRequests(out)
  if (hasInterface) await bundleInterface(out)
  await bundle({}, { stdin: phonesSource, outfile: `${out}/locations/${PHONES}` })
  for (const { name, source } of scripts) await bundle({}, { stdin: source, outfile: `${out}/explorer/${name}` })
  for (const [name, text] of Object.entries(data)) await writeFile(`${out}/explorer/${name}`, text)
  await copyFile(EXPLORER_FILE, `${out}/explorer/openapi-explorer.js`)
  await Promise.all([
    ...names.map((name) => zipFunction(out, idOf({ name }))),
    zip(`${out}/locations.zip`, {
      'amazon-location.js': `${out}/locations/amazon-location.js`,
      [PHONES]: `${out}/locations/${PHONES}`,
      'locations.tsv': await ensureLocationTable(),
    }),
    zip(`${out}/explorer.zip`, Object.fromEntries(layerFiles.map((name) => [name, `${out}/explorer/${name}`]))),
  ])
  console.log(`Built ${names.length} functions into ${out}/`)
}

/** The scripts in the layer of the explorer that do not depend on what a function takes. */
const scripts: Pick<LayerFile, 'name' | 'source' | 'data'>[] = [mail, maps, passkeys, oidc, sdk, ...lateFiles]

const data = Object.fromEntries(scripts.flatMap(({ data = {} }) => Object.entries(data)))

/** Takes from the layer what few requests of pages need. */
const ofPages: Plugin[] = [maps.fromLayer]

/** The files in the layer of the explorer. */
const layerFiles = [
  ...(hasInterface ? [INTERFACE_FILE] : []),
  ...OTHER_FILES,
  ...scripts.map(({ name }) => name),
  ...Object.keys(data),
  'openapi-explorer.js',
]

/** Returns the entry points of functions, by the names of their outputs. */
const entriesOf = (names: string[]) =>
  Object.fromEntries(names.map((name) => [`${idOf({ name })}/index`, `functions/${name}.ts`]))

/** Packs the scripts in a function's folder. */
async function zipFunction(out: string, id: string): Promise<void> {
  const scripts = (await readdir(`${out}/${id}`)).filter((name) => name.endsWith('.js')).sort()
  await zip(`${out}/${id}.zip`, Object.fromEntries(scripts.map((name) => [name, `${out}/${id}/${name}`])))
}

/**
 * Packs files so that the same files give the same zip.
 * @param files what to pack, by the names in the zip
 * @param compressionLevel 0 for what is compressed already
 */
export async function zip(path: string, files: Record<string, string>, compressionLevel = 9): Promise<void> {
  const file = new ZipFile()
  for (const [name, source] of Object.entries(files))
    file.addFile(source, name, { mtime: TIME, mode: 0o100644, compressionLevel })
  file.end()
  await pipeline(file.outputStream, createWriteStream(path))
}
