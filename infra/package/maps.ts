import { relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/*
 * The outlines and towns of maps, and the code that projects them, are in the layer of the explorer: with them the zips
 * of the pages of events would exceed 150 KB. A page loads them when it first draws a map.
 */

const PROJECT = resolve(import.meta.dirname, '../..')

/** The file in the layer. */
export const MAPS_FILE = 'maps.js'

const OUTLINES = 'lib/pages/near/base-maps.json'
/** The parts of d3-geo that pages use. */
const PROJECTIONS = ['geoAlbersUsa', 'geoEqualEarth']

/** The source of the file in the layer. */
export const mapsLayer = {
  contents: `export { ${PROJECTIONS.join(', ')} } from 'd3-geo'; export { default as maps } from './${OUTLINES}'`,
  resolveDir: PROJECT,
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
        let loaded
        const layer = () => (loaded ??= require(resolve(dirname(environment().explorerFile), '${MAPS_FILE}')))
        ${
          path === 'outlines'
            ? 'export default { get us() { return layer().maps.us }, get earth() { return layer().maps.earth } }'
            : PROJECTIONS.map((name) => `export const ${name} = () => layer().${name}()`).join('\n')
        }`,
      resolveDir: PROJECT,
    }))
  },
}
