import { type BuildOptions, type Plugin, build as esbuild } from 'esbuild'

/**
 * Bundles functions as they are deployed: one CommonJS file each. What is special saves cold start; the figures
 * are in docs/decisions/0006.
 * @param entryPoints path of each function by the name of its output
 */
export const bundle = (entryPoints: Record<string, string>, options: BuildOptions = {}) =>
  esbuild({
    entryPoints,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // Packages' ES modules can be tree-shaken; their CommonJS, esbuild's default for node, cannot.
    mainFields: ['module', 'main'],
    legalComments: 'none',
    metafile: true,
    plugins: [builtinHttp, environmentCredentialsOnly, amazonLocationFromLayer],
    ...options,
  })

/** What few settings ask for lies beside the table of places, not in every function that might ask. */
const amazonLocationFromLayer: Plugin = {
  name: 'amazon-location-from-layer',
  setup(build) {
    build.onResolve({ filter: /^\.\/amazon-location\.js$/ }, () => ({
      path: '/opt/amazon-location.js',
      external: true,
    }))
  },
}

/** Taking node:http as an ES module namespace loads all of undici (some 20 ms); taking the builtin does not. */
const builtinHttp: Plugin = {
  name: 'builtin-http',
  setup(build) {
    build.onResolve({ filter: /^(node:)?https?$/ }, ({ path }) => ({
      path: path.startsWith('node:') ? path : `node:${path}`,
      namespace: 'builtin',
    }))
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}

/** Lambda gives credentials in the environment; the SDK's other sources only weigh (some 130 KB). */
const environmentCredentialsOnly: Plugin = {
  name: 'environment-credentials-only',
  setup(build) {
    const filter =
      /^@aws-sdk\/(credential-provider-(ini|sso|process|web-identity|login|http)|nested-clients)(\/.*)?$|^@smithy\/credential-provider-imds$/
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'no-credentials' }))
    build.onLoad({ filter: /.*/, namespace: 'no-credentials' }, () => ({
      contents: 'module.exports = {}',
      loader: 'js',
    }))
  },
}
