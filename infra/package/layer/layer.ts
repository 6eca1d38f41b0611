import { relative, resolve } from 'node:path'
import type { OnLoadResult, OnResolveArgs, Plugin } from 'esbuild'

/*
 * The layer of the explorer has scripts for functions, too: what few of their requests use, and what is too large for a
 * zip. A function finds them beside the explorer's own script.
 */

export const PROJECT = resolve(import.meta.dirname, '../../..')

/** The function of the organizer's interface. */
export const INTERFACE = 'manage/interface'

/** A file of the layer, and how functions come to have its modules from there. */
export interface LayerFile {
  name: string
  /** The source of the file, for the bundler. */
  source: { contents: string; resolveDir: string }
  fromLayer: Plugin
  /** Files without code that belong to it, by their names in the layer. */
  data?: Record<string, string>
}

/** Returns the expression of a file's path in the layer, for code that begins with `PATHS`. */
export const pathInLayer = (file: string) => `resolve(dirname(environment().explorerFile), '${file}')`

/** The imports that a path in the layer needs. */
export const PATHS = `
  import { dirname, resolve } from 'node:path'
  import { environment } from '${PROJECT}/lib/runtime/environment.ts'`

/** Returns a module that is a file of the layer, or one of the modules that the file exports by their names. */
export const required = (file: string, module?: string): OnLoadResult => ({
  contents: `
    const { dirname, resolve } = require('node:path')
    const { environment } = require('${PROJECT}/lib/runtime/environment.ts')
    module.exports = require(${pathInLayer(file)})${module === undefined ? '' : `['${module}']`}`,
  resolveDir: PROJECT,
})

/** Returns the source of a file that exports modules by their names, each of which is loaded when it is asked for. */
export const exporting = (modules: string[]) => ({
  contents: `module.exports = {${modules.map((name) => `get '${name}'() { return require('${name}') }`).join()}}`,
  resolveDir: PROJECT,
})

/** Returns the file of the project that an import names, if it is one: `lib/sign-in/oidc/provider-client.ts`. */
export const fileOf = ({ path, resolveDir }: Pick<OnResolveArgs, 'path' | 'resolveDir'>) =>
  relative(PROJECT, resolve(resolveDir, path)).replace(/\.js$/, '.ts')

/**
 * Makes code that is bundled take modules from a file of the layer.
 * @param filter what imports of them look like
 * @param take returns the name by which the file exports the module, an empty one for the file itself, and undefined
 *   for an import of something else
 */
export const takenFrom = (
  file: string,
  filter: RegExp,
  take: (args: OnResolveArgs) => string | undefined = () => '',
): Plugin => ({
  name: `${file} from the layer`,
  setup(build) {
    build.onResolve({ filter }, (args) => {
      const module = take(args)
      return module === undefined ? undefined : { path: module || file, namespace: file }
    })
    build.onLoad({ filter: /./, namespace: file }, ({ path }) => required(file, path === file ? undefined : path))
  },
})
