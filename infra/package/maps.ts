import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/*
 * The outlines and towns of maps, and the code that projects them, are in the layer of the explorer: with them the zips
 * of the pages of events would exceed 150 KB. A page loads the code, and the outlines of the map that it draws, when it
 * draws it. They are JSON, which is read in a tenth of the time in which a script with the same data compiles.
 */

const PROJECT = resolve(import.meta.dirname, '../..')

/** The file in the layer with the code. */
export const MAPS_FILE = 'maps.js'

const OUTLINES = 'lib/pages/near/base-maps.json'
const outlines = JSON.parse(readFileSync(resolve(PROJECT, OUTLINES), 'utf8')) as Record<string, object>

/** The files in the layer with the data of each map. */
export const OUTLINE_FILES = Object.fromEntries(
  Object.entries(outlines).map(([name, map]) => [`map-${name}.json`, JSON.stringify(map)]),
)

/** The parts of d3-geo that pages use. */
const PROJECTIONS = ['geoAlbersUsa', 'geoEqualEarth']

/** The source of the code. */
export const mapsLayer = {
  contents: `export { ${PROJECTIONS.join(', ')} } from 'd3-geo'`,
  resolveDir: PROJECT,
}

const inLayer = (file: string) => `resolve(dirname(environment().explorerFile), '${file}')`

/** A map that is read when it is first drawn. */
const outlineOf = (name: string) =>
  `get ${name}() { return (read.${name} ??= JSON.parse(readFileSync(${inLayer(`map-${name}.json`)}, 'utf8'))) }`

/** The sources in place of the modules. */
const SOURCES: Record<string, string> = {
  'd3-geo': `
    let loaded
    const layer = () => (loaded ??= require(${inLayer(MAPS_FILE)}))
    ${PROJECTIONS.map((name) => `export const ${name} = () => layer().${name}()`).join('\n')}`,
  outlines: `
    import { readFileSync } from 'node:fs'
    const read = {}
    export default { ${Object.keys(outlines).map(outlineOf).join(', ')} }`,
}

/** Takes the modules from the layer, at their first use. */
export const mapsFromLayer: Plugin = {
  name: 'maps-from-layer',
  setup(build) {
    const isOutlines = (path: string) => relative(PROJECT, path) === OUTLINES
    build.onResolve({ filter: /^d3-geo$/ }, ({ path }) => ({ path, namespace: 'maps' }))
    build.onResolve({ filter: /base-maps\.json$/ }, ({ path, resolveDir }) =>
      isOutlines(resolve(resolveDir, path)) ? { path: 'outlines', namespace: 'maps' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'maps' }, ({ path }) => ({
      contents: `
        import { dirname, resolve } from 'node:path'
        import { environment } from '${PROJECT}/lib/environment.ts'
        ${SOURCES[path]}`,
      resolveDir: PROJECT,
    }))
  },
}
