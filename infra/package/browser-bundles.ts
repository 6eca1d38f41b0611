import { type Plugin, build as esbuild, transform } from 'esbuild'
import { readFile } from 'node:fs/promises'

/** Browser scripts that import packages: each becomes one text with all its imports. */
const BUNDLES = /\.bundle\.browser\.js$/

/** Bundles a module for browsers. @returns its text */
export async function bundleForBrowsers(path: string): Promise<string> {
  const { outputFiles } = await esbuild({
    entryPoints: [path],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Returns styles as pages have them: comments and spaces would go with every page. */
export const smallStylesOf = async (path: string): Promise<string> =>
  (await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true })).code

/** Takes `*.bundle.browser.js` as text, where code imports it as one. */
export const browserBundles: Plugin = {
  name: 'browser-bundles',
  setup(build) {
    build.onLoad({ filter: BUNDLES, namespace: 'file' }, async ({ path }) => ({
      contents: await bundleForBrowsers(path),
      loader: 'text',
    }))
  },
}
