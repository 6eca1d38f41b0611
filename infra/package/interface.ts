import type { Plugin } from 'esbuild'
import { resolve } from 'node:path'
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
  ...['hono', 'hono/cookie', 'hono/factory', 'hono/html', 'hono/jsx', 'hono/jsx/jsx-runtime'],
  ...['hono/secure-headers', 'parse5', '@smithy/signature-v4', 'ical-generator', 'csv-parse'],
  ...['character-entities-html4', '@date-fns/tz'],
]

/** The kinds of items of the table: they depend on nothing else. */
const ITEMS = './lib/dynamodb/items/items.ts'

/** The texts in Spanish, which depend on nothing either. */
const SPANISH = './lib/manage/texts/es.ts'

/** The script that reads QR codes, which is larger than all others. */
const DECODER = './lib/manage/door/qr-decoder.bundle.browser.js'

/** The exports of the AWS SDK that lib/dynamodb uses. */
const SDK = './lib/dynamodb/client/sdk.ts'

/** Bundles the interface, and its framework in the folder of the layer. */
export async function bundleInterface(outdir: string): Promise<void> {
  const id = idOf({ name: INTERFACE })
  const required = [...MODULES, SDK, ITEMS, SPANISH].map((name) => [name, `require('${name}')`])
  const getters = [...required, [DECODER, `require('${DECODER}').default`]].map(
    ([name, value]) => `get '${name}'() { return ${value} }`,
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
      { filter: /^(hono|parse5|ical-generator|csv-parse|character-entities-html4|@date-fns|@smithy)(\/|$)/ },
      ({ path }) => {
        if (!MODULES.includes(path)) throw new Error(`infra/package/interface.ts does not list ${path}`)
        return { path, namespace: 'framework' }
      },
    )
    build.onResolve({ filter: /^\.\/sdk\.js$|\/client\/commands\.js$/ }, () => ({
      path: SDK,
      namespace: 'framework',
    }))
    build.onResolve({ filter: /\/items\/items\.js$/ }, () => ({ path: ITEMS, namespace: 'framework' }))
    build.onResolve({ filter: /^\.\/texts\/es\.js$/ }, () => ({ path: SPANISH, namespace: 'framework' }))
    build.onResolve({ filter: /\/qr-decoder\.bundle\.browser\.js$/ }, () => ({
      path: DECODER,
      namespace: 'framework',
    }))
    build.onLoad({ filter: /\/lib\/manage\/.*\.browser\.js$/, namespace: 'file' }, async ({ path }) => ({
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
