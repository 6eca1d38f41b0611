import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { browserBundles, smallStylesOf } from './browser-bundles.js'
import { mail } from './layer/nodemailer.mail.js'
import { codeOf } from '../../lib/http/endpoints/endpoints.js'
import { type BuildOptions, type Plugin, build as esbuild } from 'esbuild'

/**
 * Bundles functions as they are deployed: one CommonJS file each. What is special saves cold start; the figures
 * are in docs/decisions/0006.
 * @param entryPoints name of each function, as a path, by the name of its output
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
    // Arabic and Spanish as they are: escaped, each letter would be six bytes.
    charset: 'utf8',
    metafile: true,
    // The SDK asks of each answer whether it is a stream as browsers have. None is, and Node loads its own for that.
    define: { ReadableStream: 'undefined' },
    ...options,
    plugins: [...ofAll, ...(options.plugins ?? [])],
  })

/** Packages import their own package.json for their version. The rest of it would be a kilobyte of every zip. */
const versionsAlone: Plugin = {
  name: 'versions-alone',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/.*\/package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as Record<'name' | 'version', string>
      return { contents: JSON.stringify({ name, version }), loader: 'json' }
    })
  },
}

/**
 * Returns the entry of a function's bundle. A file with the endpoints of both versions marks the function that makes
 * them as one without side effects, so esbuild leaves out the other version and its documents.
 * @param entry name of the function, as a path: `functions/v2/get-event.ts`
 */
export function entryOf(entry: string): string {
  const { file, exported } = codeOf(entry.replace(/^(\.\/)?functions\/|\.ts$/g, ''))
  return `
    import { ${exported} } from './functions/${file}.ts'
    import { lambda } from './lib/runtime/lambda.ts'
    export const handler = lambda(${exported})`
}

/** Makes the handler of a function from its endpoint. A file under functions/ opens nothing itself. */
const lambdaEntry: Plugin = {
  name: 'lambda-entry',
  setup(build) {
    // esbuild puts `../` before entry points that are files.
    build.onResolve({ filter: /^(\.\/)?functions\// }, ({ path, kind }) =>
      kind === 'entry-point' ? { path: path.replace('../', ''), namespace: 'lambda-entry' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'lambda-entry' }, ({ path }) => ({
      contents: entryOf(path),
      loader: 'ts',
      resolveDir: process.cwd(),
    }))
  },
}

/** A module that few settings need lies beside the table of locations, and not in every function that might need it. */
const amazonLocationFromLayer: Plugin = {
  name: 'amazon-location-from-layer',
  setup(build) {
    build.onResolve({ filter: /^\.\/amazon-location\.js$/ }, () => ({
      path: '/opt/amazon-location.js',
      external: true,
    }))
  },
}

/** The formats of the world's phone numbers lie there, too. The first number of a process loads them. */
const phonesFromLayer: Plugin = {
  name: 'phones-from-layer',
  setup(build) {
    build.onResolve({ filter: /^libphonenumber-js\/min$/ }, () => ({ path: PHONES, namespace: PHONES }))
    build.onLoad({ filter: /./, namespace: PHONES }, () => ({
      contents: `
        import { dirname, resolve } from 'node:path'
        import { environment } from './lib/runtime/environment.ts'
        const file = () => resolve(dirname(environment().locationTable), '${PHONES}')
        export const parsePhoneNumberFromString = (...args) => require(file()).parsePhoneNumberFromString(...args)`,
      resolveDir: process.cwd(),
    }))
  },
}

/** The file of phone numbers in the layer of locations. */
export const PHONES = 'phones.js'

/** Its source. */
export const phonesSource = {
  contents: `export { parsePhoneNumberFromString } from './node_modules/libphonenumber-js/min/index.js'`,
  resolveDir: process.cwd(),
}

/** Lambda's runtime has the SDK. What no visitor waits for may load a part of it from there, which takes longer. */
const sesFromRuntime: Plugin = {
  name: 'ses-from-runtime',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/client-sesv2$/ }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * parse5 does not say that its modules have no side effects, so its parser would come with the tokenizer. What it knows
 * of elements and of errors serves the parser, too: the tokenizer tells names of tags, and is not asked for errors.
 */
const tokenizerAlone: Plugin = {
  name: 'tokenizer-alone',
  setup(build) {
    const unread: Record<string, string> = {
      '../common/html.js': 'export const TAG_ID = {}; export const getTagID = () => undefined',
      '../common/error-codes.js': 'export const ERR = {}',
    }
    build.onResolve({ filter: /^\./ }, ({ path, importer, resolveDir }) => {
      if (!importer.includes('/node_modules/parse5/')) return undefined
      if (importer.includes('/tokenizer/') && path in unread) return { path, namespace: 'unread' }
      return { path: join(resolveDir, path), sideEffects: false }
    })
    build.onLoad({ filter: /./, namespace: 'unread' }, ({ path }) => ({ contents: unread[path] as string }))
  },
}

/** Styles are texts in pages. */
const smallStyles: Plugin = {
  name: 'small-styles',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: await smallStylesOf(path),
      loader: 'text',
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

const NO_MACHINE = 'export const getInstanceMetadataRegion = async () => undefined'

/** Parts of the SDK that nothing here reaches, by what the code that names them finds instead (some 150 KB). */
const UNREACHED: Record<string, string> = {
  // Lambda gives credentials in the environment. Profiles, single sign-on and the rest are of the owner's machine.
  '@aws-sdk/credential-provider-node': "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
  // DynamoDB's client names it for services that give each account an endpoint, and sends none of its commands.
  '@aws-sdk/middleware-endpoint-discovery':
    'export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector() {}, configFileSelector() {} }; export const resolveEndpointDiscoveryConfig = (config) => config',
  // A function has no files of profiles. Node's module that reads them takes 0.6 ms to load.
  '../shared-ini-file-loader/loadSharedConfigFiles':
    'export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })',
  // Only answers that stream need it, which no function has. Node's module takes 0.9 ms to load.
  'node:stream/web': 'export const ReadableStream = undefined',
  // Functions have a region, and are not machines of EC2.
  './getInstanceMetadataRegion': NO_MACHINE,
  '../config-resolver/regionConfig/getInstanceMetadataRegion': NO_MACHINE,
  // Addresses of buckets.
  '../service-customizations': 'export const resolveParamsForS3 = async () => {}',
  // Node always has SHA-256.
  './Sha256Js': 'export const Sha256Js = undefined',
  // The clients bring retries of their own (lib/table/client/attempts.ts).
  '../util-retry/AdaptiveRetryStrategy': 'export class AdaptiveRetryStrategy {}',
  // Streams within one answer, which no command of DynamoDB has.
  '@smithy/core/event-streams': 'export {}',
}

const onlyWhatLambdaNeeds: Plugin = {
  name: 'only-what-lambda-needs',
  setup(build) {
    const names = Object.keys(UNREACHED).map((name) => name.replaceAll(/[/.]/g, '\\$&'))
    build.onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path, resolveDir }) => ({
      path,
      namespace: 'unreached',
      pluginData: resolveDir,
    }))
    build.onLoad({ filter: /.*/, namespace: 'unreached' }, ({ path, pluginData }) => ({
      contents: UNREACHED[path] as string,
      loader: 'js',
      resolveDir: pluginData as string,
    }))
  },
}

/** Errors of commands that no function sends: those about tables, backups, exports and imports. */
const OF_OTHER_COMMANDS =
  /Backup|Export|Import|^(Global)?Table|Replica(Already|Not)|Index|Restore|Recovery|Policy|^Limit/

/**
 * The SDK registers a class for each error of DynamoDB. Without a class, an error is a `DynamoDBServiceException` under
 * its name. So are errors of validation, which the SDK registers none for.
 */
const errorsOfItems: Plugin = {
  name: 'errors-of-items',
  setup(build) {
    build.onLoad({ filter: /\/client-dynamodb\/dist-es\/schemas\/schemas_0\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /^export var (\w+)\$ = [^;]+;\nn0_registry\.registerError\(\1\$, \1\);$/gm,
        (declaration, name: string) => (OF_OTHER_COMMANDS.test(name) ? '' : declaration),
      ),
    }))
  },
}

const ofAll: Plugin[] = [
  lambdaEntry,
  builtinHttp,
  onlyWhatLambdaNeeds,
  errorsOfItems,
  tokenizerAlone,
  amazonLocationFromLayer,
  phonesFromLayer,
  sesFromRuntime,
  mail.fromLayer,
  browserBundles,
  versionsAlone,
  smallStyles,
]
