import type { Plugin } from 'esbuild'
import { relative, resolve } from 'node:path'
import { bundleForBrowsers } from './browser-bundles.js'
import { idOf } from '../names.js'
import { bundle } from './bundle.js'

/*
 * The organiser's interface calls most of the domain and the stores. Its framework, the parser of HTML and the AWS
 * SDK are in the layer of the explorer: with them the zip would exceed 150 KB.
 */

const PROJECT = resolve(import.meta.dirname, '../..')
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
  ...['hono/secure-headers', 'parse5', '@smithy/signature-v4', 'ical-generator', 'csv-parse'],
  ...['character-entities-html4', '@date-fns/tz', 'marked', 'qr'],
]

/** Modules of the project in the layer: they depend on no other modules of it, and are large. */
const OWN = [
  // The kinds of items of the table, and what lib/dynamodb takes of the AWS SDK.
  ...['lib/dynamodb/items/items.ts', 'lib/dynamodb/client/sdk.ts', 'lib/dynamodb/client/commands.ts'],
  ...['lib/manage/texts/en.ts', 'lib/manage/texts/es.ts'],
  ...['lib/html/styles.ts', 'lib/manage/page/styles.ts', 'lib/manage/page/icons.ts'],
  // The script that reads QR codes, which is larger than all others.
  'lib/manage/door/qr-decoder.bundle.browser.js',
]

/** Bundles the interface, and its framework in the folder of the layer. */
export async function bundleInterface(outdir: string): Promise<void> {
  const id = idOf({ name: INTERFACE })
  const getters = [...MODULES, ...OWN.map((path) => `./${path}`)].map(
    (name) =>
      `get '${name}'() { return require('${name}')${name.endsWith('.browser.js') ? '.default' : ''} }`,
  )
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
    build.onResolve(
      {
        filter:
          /^(hono|parse5|ical-generator|csv-parse|character-entities-html4|marked|qr|@date-fns|@smithy)(\/|$)/,
      },
      ({ path }) => {
        if (!MODULES.includes(path)) throw new Error(`infra/package/interface.ts does not list ${path}`)
        return { path, namespace: 'framework' }
      },
    )
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const file = relative(PROJECT, resolve(resolveDir, path))
      const own = OWN.find((each) => each === file || each === file.replace(/\.js$/, '.ts'))
      return own ? { path: `./${own}`, namespace: 'framework' } : undefined
    })
    // The style guide is for people who change the interface.
    build.onLoad({ filter: /\/styleguide-page\.tsx$/ }, () => ({
      contents: 'export const styleguidePage = () => undefined',
    }))
    build.onLoad({ filter: /\/lib\/manage\/[\w/-]+\.browser\.js$/, namespace: 'file' }, async ({ path }) => ({
      contents: await bundleForBrowsers(path),
      loader: 'text',
    }))
    build.onLoad({ filter: /./, namespace: 'framework' }, ({ path }) => ({
      contents: `
        const { dirname, resolve } = require('node:path')
        const { environment } = require('${PROJECT}/lib/environment.ts')
        module.exports = require(resolve(dirname(environment().explorerFile), '${FRAMEWORK_FILE}'))['${path}']`,
      resolveDir: PROJECT,
    }))
  },
}
