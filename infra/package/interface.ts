import type { Plugin } from 'esbuild'
import { bundleForBrowsers } from './browser-bundles.js'
import { idOf } from '../names.js'
import { bundle } from './bundle.js'
import { moduleOf, reachesNone } from './imports.js'
import { lateFromLayer } from './layer/late.js'
import { INTERFACE, PROJECT, required } from './layer/layer.js'
import { maps } from './layer/maps.near.js'
import { oidc } from './layer/oidc.sign-in.js'
import { passkeys } from './layer/passkeys.sign-in.js'

/*
 * The organizer's interface calls most of the rooms. Its framework and all of lib that does not reach lib/app are in
 * the layer of the explorer: its zip would exceed 150 KB. The zip has the wiring.
 */

/** The file in the layer. It exports each module by its name. */
export const INTERFACE_FILE = 'interface.js'

/** Takes from files of their own what few requests of the interface need. */
const apart: Plugin[] = [maps.fromLayer, oidc.fromLayer, passkeys.fromLayer]

const isScript = (file: string) => file.endsWith('.browser.js')

/** Bundles the interface, and what it takes from the layer in the folder of the layer. */
export async function bundleInterface(outdir: string): Promise<void> {
  const taken = new Set<string>()
  await bundle(
    { [`${idOf({ name: INTERFACE })}/index`]: `functions/${INTERFACE}.ts` },
    { outdir, sourcemap: 'external', plugins: [...apart, fromLayer(taken)] },
  )
  const outfile = `${outdir}/explorer/${INTERFACE_FILE}`
  await bundle(
    {},
    {
      stdin: layerOf([...taken].sort()),
      outfile,
      plugins: [...apart, lateFromLayer, withoutStyleGuide, smallScripts],
    },
  )
}

/** The source of the file in the layer: a getter for each module, which loads it when it is first asked for. */
const layerOf = (modules: string[]) => ({
  contents: `module.exports = {${modules
    .map((name) => `get '${name}'() { return require('${name}')${isScript(name) ? '.default' : ''} }`)
    .join()}}`,
  resolveDir: PROJECT,
})

/** @param taken collects the names of the modules that the function takes from the layer */
const fromLayer = (taken: Set<string>): Plugin => ({
  name: 'from-layer',
  setup(build) {
    const take = (path: string) => {
      taken.add(path)
      return { path, namespace: 'layer' }
    }
    build.onResolve({ filter: /^\.{1,2}\// }, (args) => {
      const file = moduleOf(args)
      return file !== undefined && reachesNone(file, ['app']) ? take(`./${file}`) : undefined
    })
    build.onResolve({ filter: /^layer$/ }, () => ({ path: 'layer', namespace: 'layer' }))
    build.onResolve({ filter: /^[a-z@][^:]*$/ }, ({ path, kind }) => (kind === 'entry-point' ? undefined : take(path)))
    build.onLoad({ filter: /^layer$/, namespace: 'layer' }, () => required(INTERFACE_FILE))
    build.onLoad({ filter: /./, namespace: 'layer' }, ({ path }) => ({
      contents: `module.exports = require('layer')['${path}']`,
      resolveDir: PROJECT,
    }))
  },
})

/** The style guide is for people who change the interface. */
const withoutStyleGuide: Plugin = {
  name: 'without-style-guide',
  setup(build) {
    build.onLoad({ filter: /\/styleguide-page\.tsx$/ }, () => ({
      contents: 'export const styleguidePage = () => undefined',
    }))
  },
}

const smallScripts: Plugin = {
  name: 'small-scripts',
  setup(build) {
    const scripts = /(\/lib\/manage\/[\w/-]+|\.manage)\.browser\.js$/
    build.onLoad({ filter: scripts, namespace: 'file' }, async ({ path }) => ({
      contents: await bundleForBrowsers(path),
      loader: 'text',
    }))
  },
}
