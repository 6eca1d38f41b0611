import type { Plugin } from 'esbuild'
import { resolve } from 'node:path'
import { idOf } from './names.js'
import { bundle } from './bundle.js'

/*
 * The organiser's interface calls most of the domain and the stores. Its framework is in the layer of the explorer:
 * with it the zip would exceed 150 KB.
 */

const PROJECT = resolve(import.meta.dirname, '..')
export const INTERFACE = 'manage/interface'
/** The file in the layer. It exports each module by its name. */
export const FRAMEWORK_FILE = 'hono.js'

/** The modules of hono that the interface and the layout of pages import. */
const MODULES = [
  ...['hono', 'hono/cookie', 'hono/factory', 'hono/html', 'hono/jsx', 'hono/jsx/jsx-runtime'],
  'hono/secure-headers',
]

/** Bundles the interface, and its framework in the folder of the layer. */
export async function bundleInterface(outdir: string): Promise<void> {
  const id = idOf({ name: INTERFACE })
  const getters = MODULES.map((name) => `get '${name}'() { return require('${name}') }`)
  const layer = { contents: `module.exports = {${getters.join()}}`, resolveDir: PROJECT }
  await Promise.all([
    bundle(
      { [`${id}/index`]: `functions/${INTERFACE}.ts` },
      { outdir, sourcemap: 'external', plugins: [frameworkFromLayer] },
    ),
    bundle({}, { stdin: layer, outfile: `${outdir}/explorer/${FRAMEWORK_FILE}` }),
  ])
}

const frameworkFromLayer: Plugin = {
  name: 'framework-from-layer',
  setup(build) {
    build.onResolve({ filter: /^hono(\/|$)/ }, ({ path }) => {
      if (!MODULES.includes(path)) throw new Error(`infra/interface.ts does not list ${path}`)
      return { path, namespace: 'framework' }
    })
    build.onLoad({ filter: /./, namespace: 'framework' }, ({ path }) => ({
      contents: `
        const { dirname, resolve } = require('node:path')
        const { environment } = require('${PROJECT}/lib/environment.ts')
        module.exports = require(resolve(dirname(environment().explorerFile), '${FRAMEWORK_FILE}'))['${path}']`,
      resolveDir: PROJECT,
    }))
  },
}
