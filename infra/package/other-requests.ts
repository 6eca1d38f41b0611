import type { Plugin } from 'esbuild'
import { relative, resolve } from 'node:path'
import { bundle } from './bundle.js'
import { allEndpoints, codeOf } from '../../lib/api/endpoints.js'
import { consumers } from '../queues/consumers.js'
import { sdkFromLayer } from './sdk.js'

/*
 * `other-requests` contains every endpoint and loads each when it is first asked for. The SDK is in the layer. Pages
 * are not in it: HEAD reaches them by routes of their own, and a slash at the end is a redirect. The OpenAPI documents,
 * texts, rules, kinds of items and some libraries are in the layer of the explorer: with them the zip would exceed
 * 150 KB. The rules import nothing else of the project, so all of them are there: two copies of a module would not know
 * each other's errors.
 */

const PROJECT = resolve(import.meta.dirname, '../..')
const NAME = 'other-requests'
/** The file in the layer, and the name by which it exports each module. */
export const LAYER_FILE = 'other-requests.js'

/** Modules in the layer, with the names that the code imports; esbuild refuses any other. */
const libraries: Record<string, string> = {
  '@date-fns/tz': 'tzOffset',
  'ical-generator': 'ICalEventStatus, ICalEventTransparency, escape',
  '@middy/core': '',
  parse5: 'Tokenizer, TokenizerMode',
  'hono/html': 'html, raw',
  'altcha-lib': 'createChallenge, verifySolution',
  'altcha-lib/algorithms/pbkdf2': 'deriveKey',
  'character-entities-html4': 'characterEntitiesHtml4',
  valibot:
    'any, array, boolean, check, forward, integer, maxLength, maxValue, metadata, minLength, minValue, nullable, nullish, ' +
    'number, object, optional, partialCheck, picklist, pipe, regex, safeParse, string, transform, trim, union',
}
const files: Record<string, string> = {
  './functions/v1/get-openapi.ts': 'endpoint',
  './functions/v2/get-openapi.ts': 'endpoint',
  './lib/pages/missing-page.tsx': 'missingPage',
  './lib/api/endpoints.json': '',
  './lib/proof-of-work/challenges.ts': 'challengesOf',
  './lib/icalendar/calendar.ts': 'calendarText',
  './lib/input/read-body.ts': 'primaryIn, readChange, readChangeOf, readDraft, readNew',
  './lib/messages/messages.ts': 'DEFAULT_LANGUAGE, counted, messagesFor',
  './lib/hal/events/public-event.ts': 'pageVocabulary, publicCampaign, publicEvent',
  './lib/geocode/region.ts': 'knownRegion, regionCode',
  './lib/dynamodb/stores/near/listed-items.ts': 'listedWithChange, listedWithNew',
  './lib/dynamodb/stores/hosting/review-queue.ts': 'hostedWithNew, queuedWithChange',
  './lib/sanitize/sanitize-html.ts': 'sanitizeHtml',
  './lib/dynamodb/items/items.ts':
    'holderId, isA, isChecked, isResourceType, items, keyOf, keyOfHolder, keyOfOwner, kindOf, kindsOf, partitionsOf',
  './lib/webhooks/body.ts': 'requestsOf',
  './lib/webhooks/secret.ts': 'decrypted, encrypted, newSecret',
}

/** Bundles `other-requests/index.js` and the file in the folder of the layer. */
export async function bundleOtherRequests(outdir: string): Promise<void> {
  const rules = new Set<string>()
  await bundle(
    { [`${NAME}/index`]: `functions/${NAME}.ts` },
    {
      outdir,
      sourcemap: 'external',
      plugins: [sdkFromLayer, withoutUnasked, rulesFromLayer(rules), fromLayer],
    },
  )
  const modules = [...Object.keys({ ...files, ...libraries }), ...[...rules].sort()]
  const getters = modules.map((path) => `get '${path}'() { return require('${path}') }`)
  const layer = { contents: `module.exports = {${getters.join()}}`, resolveDir: PROJECT }
  await bundle({}, { stdin: layer, outfile: `${outdir}/explorer/${LAYER_FILE}` })
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
const rulesFromLayer = (taken: Set<string>): Plugin => ({
  name: 'rules-from-layer',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
      const file = relative(PROJECT, resolve(resolveDir, path)).replace(/\.js$/, '.ts')
      if (!file.startsWith(RULES)) return undefined
      taken.add(`./${file}`)
      return { path: `./${file}`, namespace: 'rules' }
    })
    build.onLoad({ filter: /./, namespace: 'rules' }, ({ path }) => ({
      contents: `
        const { dirname, resolve } = require('node:path')
        const { environment } = require('${PROJECT}/lib/environment.ts')
        module.exports = require(resolve(dirname(environment().explorerFile), '${LAYER_FILE}'))['${path}']`,
      resolveDir: PROJECT,
    }))
  },
})

const fromLayer: Plugin = {
  name: 'from-layer',
  setup(build) {
    const inLayer = (path: string, names: string | undefined) => ({
      contents: `
        import { dirname, resolve } from 'node:path'
        import { environment } from '${PROJECT}/lib/environment.ts'
        const loaded = require(resolve(dirname(environment().explorerFile), '${LAYER_FILE}'))['${path}']
        export const { ${names} } = loaded
        export default loaded.default ?? loaded`,
      resolveDir: PROJECT,
    })
    build.onResolve({ filter: new RegExp(`^(${Object.keys(libraries).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'layer',
    }))
    build.onLoad({ filter: /./, namespace: 'layer' }, ({ path }) => inLayer(path, libraries[path]))
    build.onLoad({ filter: /\.(tsx?|json)$/ }, ({ path }) => {
      const name = `./${relative(PROJECT, path)}`
      return name in files ? inLayer(name, files[name]) : undefined
    })
  },
}
