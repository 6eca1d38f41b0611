import type { Plugin } from 'esbuild'
import { relative, resolve } from 'node:path'
import { bundleForBrowsers } from './browser-bundles.js'
import { idOf } from '../names.js'
import { bundle } from './bundle.js'
import { PROJECT, required } from './layer/layer.js'
import { maps } from './layer/maps.js'
import { oidc } from './layer/oidc.js'
import { passkeys } from './layer/passkeys.js'

/*
 * The organiser's interface calls most of the domain and the stores. Its framework, its scripts, the rules, the stores,
 * the texts, the parser of HTML and the AWS SDK are in the layer of the explorer: its zip would exceed 150 KB.
 */

export const INTERFACE = 'manage/interface'
/** The file in the layer. It exports each module by its name. */
export const FRAMEWORK_FILE = 'hono.js'

/** Modules that the interface imports: of hono, the tokenizer of HTML for previews, and readers of files and dates. */
const MODULES = [
  ...[
    'hono',
    'hono/body-limit',
    'hono/cookie',
    'hono/factory',
    'hono/html',
    'hono/jsx',
    'hono/jsx/jsx-runtime',
  ],
  ...['hono/secure-headers', 'parse5', '@smithy/signature-v4', 'ical-generator', 'csv-parse', 'ical.js'],
  ...['character-entities-html4', '@date-fns/tz', 'marked', 'qr'],
]

/*
 * Modules of the project in the layer. What one of them imports of the project is in the layer, too: two copies of a
 * module would not know each other's errors.
 */
const OWN = [
  // The modules that lib/dynamodb imports besides the rules.
  ...['log', 'environment', 'request-context', 'consumed-capacity'].map((name) => `lib/${name}.ts`),
  ...['lib/manage/texts/en.ts', 'lib/manage/texts/es.ts'],
  ...['lib/html/styles.ts', 'lib/manage/page/styles.ts', 'lib/manage/page/icons.ts'],
  ...['lib/pages/styles.ts', 'lib/pages/icons.ts', 'lib/calendars/icalendar/calendar.ts', 'lib/mail/sending/wording.ts'],
  // The frame of pages, forms and tables, what reads forms, and the largest pages that only draw.
  ...['form', 'notice', 'page', 'table', 'page-links', 'time'].map((name) => `lib/manage/page/${name}.tsx`),
  ...['lib/html/layout.tsx', 'lib/html/icons.tsx', 'lib/manage/page/areas.ts', 'lib/manage/page/flash.ts'],
  ...['access/log-change', 'access/session-cookie', 'events/event-fields', 'events/where', 'formats'].map(
    (name) => `lib/manage/${name}.ts`,
  ),
  ...['imports/import-state', 'paths', 'people/names', 'questions/question-values', 'series/repeat-form'].map(
    (name) => `lib/manage/${name}.ts`,
  ),
  ...[
    'access/passkeys/passkey-views',
    'imports/import-views',
    'mail/composer',
    'mail/mail-preview',
    'people/people-table',
    'questions/question-editor',
  ].map((name) => `lib/manage/${name}.tsx`),
  ...['reports/worked-views', 'series/repeat-fields', 'webhooks/webhook-form', 'webhooks/webhook-views'].map(
    (name) => `lib/manage/${name}.tsx`,
  ),
  // Readers of calendars and of files.
  ...['bodies', 'columns', 'examine', 'row-fault', 'values'].map((name) => `lib/import/${name}.ts`),
  ...['read-calendar', 'parsed-event', 'plan-dates', 'zones'].map((name) => `lib/import/calendar/${name}.ts`),
]
/** Folders of the layer. The rules import nothing else of the project, and the others the rules alone. */
const OWN_FOLDERS = [
  ...[
    'domain',
    'messages',
    'csv',
    'outgoing',
    'sanitize',
    'hal',
    'input',
    'markdown',
    'dynamodb',
    'passkeys',
  ],
].map((name) => `lib/${name}/`)
const isScript = (file: string) => /^lib\/manage\/.*\.browser\.js$/.test(file)

/** Returns the file of the project that a module of the layer is; undefined for one of the function. */
function inLayer(file: string): string | undefined {
  if (isScript(file)) return file
  const source = file.replace(/\.js$/, '.ts')
  if (OWN.includes(`${source}x`)) return `${source}x`
  return OWN.includes(source) || OWN_FOLDERS.some((folder) => source.startsWith(folder)) ? source : undefined
}

/** Bundles the interface, and what it takes from the layer in the folder of the layer. */
export async function bundleInterface(outdir: string): Promise<void> {
  const taken = new Set<string>()
  await bundle(
    { [`${idOf({ name: INTERFACE })}/index`]: `functions/${INTERFACE}.ts` },
    { outdir, sourcemap: 'external', plugins: [maps.fromLayer, oidc.fromLayer, fromLayer(taken)] },
  )
  const outfile = `${outdir}/explorer/${FRAMEWORK_FILE}`
  await bundle(
    {},
    { stdin: layerOf([...taken].sort()), outfile, plugins: [passkeys.fromLayer, smallScripts] },
  )
}

/** The source of the file in the layer: a getter for each module, which loads it when it is first asked for. */
const layerOf = (modules: string[]) => ({
  contents: `module.exports = {${modules
    .map(
      (name) => `get '${name}'() { return require('${name}')${isScript(name.slice(2)) ? '.default' : ''} }`,
    )
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
    build.onResolve(
      {
        filter:
          /^(hono|parse5|ical-generator|ical\.js|csv-parse|character-entities-html4|marked|qr|@date-fns|@smithy)(\/|$)/,
      },
      ({ path }) => {
        if (!MODULES.includes(path)) throw new Error(`infra/package/interface.ts does not list ${path}`)
        return take(path)
      },
    )
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const file = inLayer(relative(PROJECT, resolve(resolveDir, path)))
      return file === undefined ? undefined : take(`./${file}`)
    })
    // The style guide is for people who change the interface.
    build.onLoad({ filter: /\/styleguide-page\.tsx$/ }, () => ({
      contents: 'export const styleguidePage = () => undefined',
    }))
    build.onResolve({ filter: /^layer$/ }, () => ({ path: 'layer', namespace: 'layer' }))
    build.onLoad({ filter: /^layer$/, namespace: 'layer' }, () => required(FRAMEWORK_FILE))
    build.onLoad({ filter: /./, namespace: 'layer' }, ({ path }) => ({
      contents: `module.exports = require('layer')['${path}']`,
      resolveDir: PROJECT,
    }))
  },
})

const smallScripts: Plugin = {
  name: 'small-scripts',
  setup(build) {
    build.onLoad({ filter: /\/lib\/manage\/[\w/-]+\.browser\.js$/, namespace: 'file' }, async ({ path }) => ({
      contents: await bundleForBrowsers(path),
      loader: 'text',
    }))
  },
}
