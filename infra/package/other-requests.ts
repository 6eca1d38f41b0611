import type { Plugin } from 'esbuild'
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { bundle } from './bundle.js'
import { allEndpoints, codeOf } from '../../lib/http/endpoints/endpoints.js'
import { consumers, launched } from '../queues/consumers.js'
import { lateFromLayer } from './layer/late.js'
import { moduleOf, reachesNone } from './imports.js'
import { PATHS, PROJECT, exporting, pathInLayer, takenFrom } from './layer/layer.js'
import { sdk } from './layer/sdk.js'

/*
 * `other-requests` contains every endpoint and loads each when it is first asked for. The SDK is in the layer. Pages
 * are not in it: HEAD reaches them by routes of their own, and a slash at the end is a redirect. The OpenAPI documents
 * and the rules of all rooms are in the layer of the explorer: with them the zip would exceed 150 KB. A module that is
 * a rule imports rules alone, so each of them is there once.
 */

const NAME = 'other-requests'
/** The file in the layer with the rules. It exports each module by its name. */
const RULES_FILE = 'other-requests.js'

/**
 * Modules that few requests use, each in a file of its own that is loaded with it; and valibot, which alone is without
 * its unused parts. The rules have it from there, too.
 */
const separate: Record<string, Apart> = {
  './functions/v1/get-openapi.ts': { file: 'openapi-1.js', names: 'endpoint' },
  './functions/v2/get-openapi.ts': { file: 'openapi-2.js', names: 'endpoint' },
  './lib/calendars/icalendar/calendar.ts': { file: 'calendars.js', names: 'calendarText' },
  './lib/pages/missing-page.tsx': { file: 'missing-page.js', names: 'missingPage' },
  valibot: {
    file: 'valibot.js',
    names:
      'any, array, boolean, check, forward, integer, maxLength, maxValue, metadata, minLength, minValue, nullable, ' +
      'nullish, number, object, optional, partialCheck, picklist, pipe, record, regex, safeParse, strictObject, string, ' +
      'transform, trim, union, unknown',
  },
}

interface Apart {
  file: string
  /** The names that it exports. */
  names: string
}

/** Those of the rooms that are there. */
const apart = Object.fromEntries(
  Object.entries(separate).filter(([path]) => !path.startsWith('.') || existsSync(resolve(PROJECT, path))),
)

/** The files in the layer. */
export const OTHER_FILES = [RULES_FILE, ...Object.values(apart).map(({ file }) => file)]

/** Bundles `other-requests/index.js` and the files in the folder of the layer. */
export async function bundleOtherRequests(outdir: string): Promise<void> {
  const rules = new Set<string>()
  await bundle(
    { [`${NAME}/index`]: `functions/${NAME}.ts` },
    {
      outdir,
      sourcemap: 'external',
      plugins: [sdk.fromLayer, withoutUnasked, rulesFromLayer(rules), valibotFromLayer, fromLayer, lateFromLayer],
    },
  )
  await bundle(
    {},
    {
      stdin: exporting([...rules].sort()),
      outfile: `${outdir}/explorer/${RULES_FILE}`,
      plugins: [valibotFromLayer, lateFromLayer],
    },
  )
  for (const [path, { file, names }] of Object.entries(apart)) {
    const stdin = { contents: `export { ${names} } from '${path}'`, resolveDir: PROJECT }
    await bundle({}, { stdin, outfile: `${outdir}/explorer/${file}`, plugins: [lateFromLayer] })
  }
}

/** The folders of code that pages alone use. */
const OF_PAGES = ['functions/near/', 'functions/hosting/']

/**
 * Pages, and functions without a route, are never asked for; the import of an endpoint by its name would bring them.
 */
const withoutUnasked: Plugin = {
  name: 'without-unasked',
  setup(build) {
    const files = (names: string[]) => new Set(names.map((name) => `functions/${codeOf(name).file}.ts`))
    const unasked = files([
      ...allEndpoints.filter(({ page }) => page).map(({ name }) => name),
      ...consumers,
      ...launched,
    ])
    build.onLoad({ filter: /\/functions\/[a-z]+\// }, ({ path }) => {
      const file = relative(PROJECT, path)
      return unasked.has(file) || OF_PAGES.some((folder) => file.startsWith(folder)) ? { contents: '' } : undefined
    })
  },
}

/** Rooms that no rule reaches: a rule is of values, whichever room it is in. */
const BEYOND_RULES = ['table', 'http', 'html']

/** @param taken collects the rules that the function takes from the layer */
const rulesFromLayer = (taken: Set<string>): Plugin =>
  takenFrom(RULES_FILE, /^\.{1,2}\/.*\.js$/, (args) => {
    const file = moduleOf(args)
    if (file === undefined || `./${file}` in apart || !reachesNone(file, BEYOND_RULES)) return undefined
    taken.add(`./${file}`)
    return `./${file}`
  })

const valibotFromLayer: Plugin = {
  name: 'valibot-from-layer',
  setup(build) {
    build.onResolve({ filter: /^valibot$/ }, ({ path }) => ({ path, namespace: 'apart' }))
    build.onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => apartFrom(path))
  },
}

/** @returns the source in place of a module that is apart */
function apartFrom(path: string) {
  const { file, names } = apart[path] as Apart
  return {
    contents: `${PATHS}
    const loaded = require(${pathInLayer(file)})
    export const { ${names} } = loaded
    export default loaded.default ?? loaded`,
    resolveDir: PROJECT,
  }
}

const fromLayer: Plugin = {
  name: 'from-layer',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const name = `./${relative(PROJECT, path)}`
      return name in apart ? apartFrom(name) : undefined
    })
  },
}
