import type { Plugin } from 'esbuild'
import { resolve } from 'node:path'
import { bundle } from './bundle.js'
import { allEndpoints } from '../lib/api/endpoints.js'

/*
 * `other-requests` contains every endpoint and loads each when it is first asked for. esbuild keeps the unused parts of
 * modules that are loaded late, so the SDK is in a file of its own in the same zip, without its unused parts. The
 * documentation and two libraries are in the layer of the explorer: with them the zip would exceed 150 KB.
 */

const PROJECT = resolve(import.meta.dirname, '..')
const NAME = 'other-requests'
/** The file in the layer, and the name by which it exports each module. */
export const LAYER_FILE = 'other-requests.js'

const documentation = allEndpoints
  .map(({ name }) => name)
  .filter((name) => name.startsWith('docs/') || name.endsWith('/get-openapi'))
/** With the names that the code imports; esbuild refuses any other. */
const libraries: Record<string, string> = {
  'ical-generator': 'ICalEventStatus, ICalEventTransparency, escape',
  parse5: 'Tokenizer, TokenizerMode',
}

const fileOf = (name: string) => resolve(PROJECT, 'functions', `${name}.ts`)

/** Bundles `other-requests/index.js`, `other-requests/sdk.js` and the file in the folder of the layer. */
export async function bundleOtherRequests(outdir: string): Promise<void> {
  const modules = [
    ...documentation.map((name) => [name, fileOf(name)]),
    ...Object.keys(libraries).map((name) => [name, name]),
  ]
  const getters = modules.map(([name, path]) => `get '${name}'() { return require('${path}') }`)
  const layer = { contents: `module.exports = {${getters.join()}}`, resolveDir: PROJECT }
  const sourcemap = 'external'
  await Promise.all([
    bundle(
      { [`${NAME}/index`]: `functions/${NAME}.ts` },
      { outdir, sourcemap, plugins: [sdkBeside, fromLayer] },
    ),
    bundle({ [`${NAME}/sdk`]: 'lib/dynamodb/client/sdk.ts' }, { outdir, sourcemap }),
    bundle({}, { stdin: layer, outfile: `${outdir}/explorer/${LAYER_FILE}` }),
  ])
}

const sdkBeside: Plugin = {
  name: 'sdk-beside',
  setup(build) {
    const filter = /^\.\/sdk\.js$|\/client\/commands\.js$/
    build.onResolve({ filter }, () => ({ path: './sdk.js', external: true }))
  },
}

const fromLayer: Plugin = {
  name: 'from-layer',
  setup(build) {
    const inLayer = (name: string) => `
      import { dirname, resolve } from 'node:path'
      import { environment } from '${PROJECT}/lib/environment.ts'
      const loaded = require(resolve(dirname(environment().explorerFile), '${LAYER_FILE}'))['${name}']`
    // A function that takes every method of its paths leaves nothing to other requests.
    build.onLoad({ filter: /\/functions\/manage\// }, () => ({
      contents: 'export const endpoint = undefined',
    }))
    const files = new Map(documentation.map((name) => [fileOf(name), name]))
    build.onResolve({ filter: new RegExp(`^(${Object.keys(libraries).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'layer',
    }))
    build.onLoad({ filter: /.*/, namespace: 'layer' }, ({ path }) => ({
      contents: `${inLayer(path)}
        export const { ${libraries[path]} } = loaded
        export default loaded.default`,
      resolveDir: PROJECT,
    }))
    build.onLoad({ filter: /\/functions\/(docs\/|v\d\/get-openapi)/ }, ({ path }) => {
      const name = files.get(path)
      return name === undefined
        ? undefined
        : { contents: `${inLayer(name)}\nexport const { endpoint } = loaded` }
    })
  },
}
