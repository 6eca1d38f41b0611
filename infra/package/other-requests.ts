import type { Plugin } from 'esbuild'
import { relative } from 'node:path'
import { bundle } from './bundle.js'
import { allEndpoints, codeOf } from '../../lib/http/endpoints/endpoints.js'
import { consumers } from '../queues/consumers.js'
import { lateFromLayer } from './layer/late.js'
import { PATHS, PROJECT, exporting, fileOf, pathInLayer, takenFrom } from './layer/layer.js'
import { sdk } from './layer/sdk.js'

/*
 * `other-requests` contains every endpoint and loads each when it is first asked for. The SDK is in the layer. Pages
 * are not in it: HEAD reaches them by routes of their own, and a slash at the end is a redirect. The OpenAPI documents,
 * texts, rules, kinds of items and some libraries are in the layer of the explorer: with them the zip would exceed
 * 150 KB. The rules import nothing else of the project, so all of them are there: two copies of a module would not know
 * each other's errors.
 */

const NAME = 'other-requests'
/** The file in the layer with the rules, and the name by which it exports each module. */
const RULES_FILE = 'other-requests.js'

/** Modules in that file, with the names that the code imports; esbuild refuses any other. */
const libraries: Record<string, string> = {
  '@date-fns/tz': 'tzOffset',
  '@middy/core': '',
  'hono/html': 'html, raw',
  'character-entities-html4': 'characterEntitiesHtml4',
}
const files: Record<string, string> = {
  './lib/http/endpoints/endpoints.json': '',
  './lib/visitors/challenges.ts': 'challengesOf',
  './lib/fields/read-body.ts': 'primaryIn, readChange, readChangeOf, readDraft, readNew',
  './lib/texts/messages.ts': 'DEFAULT_LANGUAGE, counted, messagesFor',
  './lib/pages/documents/public-event.ts': 'pageVocabulary, publicCampaign, publicEvent',
  './lib/locations/geocode/region.ts': 'knownRegion, regionCode',
  './lib/near/store/listed-items.ts': 'listedWithChange, listedWithNew',
  './lib/hosting/store/review-queue.ts': 'hostedWithNew, queuedWithChange',
  './lib/markup/sanitize-html.ts': 'sanitizeHtml',
  './lib/table/items/items.ts':
    'holderId, isA, isChecked, isResourceType, items, keyOf, keyOfHolder, keyOfOwner, kindOf, kindsOf, partitionsOf',
  './lib/webhooks/delivery/body.ts': 'requestsOf',
  './lib/webhooks/delivery/secret.ts': 'decrypted, encrypted, newSecret',
}

/**
 * Modules that few requests use, each in a file of its own that is loaded with it; and valibot, which alone is without
 * its unused parts. The rules have it from there, too.
 */
const apart: Record<string, { file: string; names: string }> = {
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
      plugins: [
        sdk.fromLayer,
        withoutUnasked,
        rulesFromLayer(rules),
        valibotFromLayer,
        fromLayer,
        lateFromLayer,
      ],
    },
  )
  const modules = [...Object.keys({ ...files, ...libraries }), ...[...rules].sort()]
  await bundle(
    {},
    {
      stdin: exporting(modules),
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
    const unasked = files([...allEndpoints.filter(({ page }) => page).map(({ name }) => name), ...consumers])
    build.onLoad({ filter: /\/functions\/[a-z]+\// }, ({ path }) => {
      const file = relative(PROJECT, path)
      return unasked.has(file) || OF_PAGES.some((folder) => file.startsWith(folder))
        ? { contents: '' }
        : undefined
    })
  },
}

const RULES = 'lib/domain/'

/** @param taken collects the rules that the function takes from the layer */
const rulesFromLayer = (taken: Set<string>): Plugin =>
  takenFrom(RULES_FILE, /^\.{1,2}\/.*\.js$/, (args) => {
    const file = fileOf(args)
    if (!file.startsWith(RULES)) return undefined
    taken.add(`./${file}`)
    return `./${file}`
  })

/** @returns the source in place of a module that a file of the layer exports */
const inLayer = (file: string, names: string, property = '') => ({
  contents: `${PATHS}
    const loaded = require(${pathInLayer(file)})${property}
    export const { ${names} } = loaded
    export default loaded.default ?? loaded`,
  resolveDir: PROJECT,
})

const valibotFromLayer: Plugin = {
  name: 'valibot-from-layer',
  setup(build) {
    build.onResolve({ filter: /^valibot$/ }, ({ path }) => ({ path, namespace: 'apart' }))
    build.onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => apartFrom(path))
  },
}

const apartFrom = (path: string) => {
  const { file, names } = apart[path] as (typeof apart)[string]
  return inLayer(file, names)
}

const fromLayer: Plugin = {
  name: 'from-layer',
  setup(build) {
    const ofRules = (path: string, names = '') => inLayer(RULES_FILE, names, `['${path}']`)
    build.onResolve({ filter: new RegExp(`^(${Object.keys(libraries).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'layer',
    }))
    build.onLoad({ filter: /./, namespace: 'layer' }, ({ path }) => ofRules(path, libraries[path]))
    build.onLoad({ filter: /\.(tsx?|json)$/ }, ({ path }) => {
      const name = `./${relative(PROJECT, path)}`
      if (name in apart) return apartFrom(name)
      return name in files ? ofRules(name, files[name]) : undefined
    })
  },
}
