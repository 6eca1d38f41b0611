import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { type LayerFile, PATHS, PROJECT, fileOf, pathInLayer } from './layer.js'

/*
 * The outlines and towns of maps, and the code that projects them, are in the layer: with them the zips of the pages of
 * events would exceed 150 KB. A page loads the code, and the outlines of the map that it draws, when it draws it. They
 * are JSON, which is read in a tenth of the time in which a script with the same data compiles.
 */

const name = 'maps.js'

/** The parts of d3-geo that pages use. */
const PROJECTIONS = ['geoAlbersUsa', 'geoEqualEarth']

const OUTLINES = 'lib/near/maps/base-maps.json'
const outlines = JSON.parse(readFileSync(resolve(PROJECT, OUTLINES), 'utf8')) as Record<string, object>
const outlineFile = (map: string) => `map-${map}.json`

/** A map that is read when it is first drawn. */
const outlineOf = (map: string) =>
  `get ${map}() { return (read.${map} ??= JSON.parse(readFileSync(${pathInLayer(outlineFile(map))}, 'utf8'))) }`

/** The sources in place of the modules. */
const SOURCES: Record<string, string> = {
  'd3-geo': `
    let loaded
    const layer = () => (loaded ??= require(${pathInLayer(name)}))
    ${PROJECTIONS.map((projection) => `export const ${projection} = () => layer().${projection}()`).join('\n')}`,
  outlines: `
    import { readFileSync } from 'node:fs'
    const read = {}
    export default { ${Object.keys(outlines).map(outlineOf).join(', ')} }`,
}

const fromLayer: Plugin = {
  name: 'maps-from-layer',
  setup(build) {
    build.onResolve({ filter: /^d3-geo$/ }, ({ path }) => ({ path, namespace: 'maps' }))
    build.onResolve({ filter: /base-maps\.json$/ }, (args) =>
      fileOf(args) === OUTLINES ? { path: 'outlines', namespace: 'maps' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'maps' }, ({ path }) => ({
      contents: `${PATHS}\n${SOURCES[path]}`,
      resolveDir: PROJECT,
    }))
  },
}

/** The code that projects maps, and the outlines of each map. */
export const maps: LayerFile = {
  name,
  source: { contents: `export { ${PROJECTIONS.join(', ')} } from 'd3-geo'`, resolveDir: PROJECT },
  fromLayer,
  data: Object.fromEntries(Object.entries(outlines).map(([map, data]) => [outlineFile(map), JSON.stringify(data)])),
}
