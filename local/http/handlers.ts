import { context, formatMessages, type BuildContext, type BuildResult, type OutputFile, type Plugin } from 'esbuild'
import { existsSync, watchFile, unwatchFile } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { browserBundles } from '../../infra/package/browser-bundles.js'
import { codeOf } from '../../lib/http/endpoints/endpoints.js'
import type { lambda as Lambda } from '../../lib/runtime/lambda.js'
import { UserError } from '../user-error.js'
import type { Handler } from './gateway.js'
import { isRunning } from '../engine/process.js'

/** The code of the endpoints, as it is on disk now. */
export interface Handlers {
  /**
   * The handler of an endpoint.
   * @throws Error when its file is missing, does not export the endpoint or fails to load
   */
  load: (name: string) => Promise<Handler>
  close: () => Promise<void>
}

export interface HandlersOptions {
  /** Names of the endpoints. */
  names: string[]
  /** The folder of the endpoints' files. */
  folder?: string
  /** Told in one piece what the owner should know: what esbuild reports, what was reloaded. */
  say?: (message: string) => void
}

const PROJECT = resolve(import.meta.dirname, '../..')
/** Inside the project, so that what is not bundled is found in its node_modules. */
const CACHE = join(PROJECT, '.cache', 'handlers')
const ENDPOINTS = join(PROJECT, 'lib', 'http', 'endpoints', 'endpoints.json')
/** The module that makes handlers of endpoints; built with them, so that both share one lib. */
const LAMBDA = 'lambda'

/**
 * Builds the endpoints and follows every edit. All run in this process and share one lib, whose modules
 * esbuild puts in chunks. File names carry a hash of the content, so an edit makes new modules of exactly
 * what it touched; a broken edit makes none, and requests meet the code that worked last.
 * @throws UserError when the first build fails
 */
export async function watchHandlers({
  names,
  folder = join(PROJECT, 'functions'),
  say = (message) => console.error(message),
}: HandlersOptions): Promise<Handlers> {
  const outdir = join(CACHE, String(process.pid))
  await clearCache()
  await mkdir(outdir, { recursive: true })

  const sources = new Map(names.map((name) => codeOf(name).file).map((file) => [join(folder, `${file}.ts`), file]))
  const existing = [...sources.keys()].filter((file) => existsSync(file))
  sources.set(join(PROJECT, 'lib', 'runtime', 'lambda.ts'), LAMBDA)
  let modules = new Map<string, string>()
  let isFirst = true
  const first = deferred<BuildResult>()

  const publish = async (result: BuildResult) => {
    for (const message of await formatMessages(result.errors, { kind: 'error' })) say(message.trimEnd())
    if (result.errors.length > 0) {
      if (!isFirst) say('The code from before this edit goes on answering.')
    } else {
      await writeNew(result.outputFiles ?? [])
      const next = outputs(result, sources)
      if (!isFirst && [...next].some(([name, file]) => modules.get(name) !== file)) say('Reloaded.')
      modules = next
    }
    isFirst = false
  }
  const onEnd: Plugin = {
    name: 'publish',
    setup: (build) => build.onEnd((result) => publish(result).then(() => first.resolve(result), first.reject)),
  }
  const builder = await context({
    absWorkingDir: PROJECT,
    entryPoints: [...existing, join(PROJECT, 'lib', 'runtime', 'lambda.ts')].map((file) => ({
      in: file,
      out: sources.get(file) as string,
    })),
    outdir,
    entryNames: '[dir]/[name]-[hash]',
    chunkNames: 'lib/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'silent',
    // It would remove what a broken edit makes obsolete: the code that goes on answering.
    write: false,
    plugins: [browserBundles, onEnd],
  })
  await builder.watch()
  if ((await first.promise).errors.length > 0) {
    await dispose(builder, outdir)
    throw new UserError('The functions cannot be built: mend what esbuild reports above and start again.')
  }
  watchFile(ENDPOINTS, { persistent: false, interval: 1000 }, () =>
    say('lib/http/endpoints/endpoints.json has changed: start again to serve its routes.'),
  )

  // By the file of their code: an edit makes a new file. Each import would cost the loader's hooks again.
  const made: Record<string, Promise<Handler>> = {}

  return {
    async load(name) {
      const { file, exported } = codeOf(name)
      const built = modules.get(file)
      if (!built) throw new Error(`${relative(PROJECT, join(folder, file))}.ts is missing.`)
      return (made[`${built} ${exported}`] ??= makeHandler(name, exported, built, modules.get(LAMBDA) as string))
    },
    async close() {
      unwatchFile(ENDPOINTS)
      await dispose(builder, outdir)
    },
  }
}

async function makeHandler(name: string, exported: string, file: string, lambdaFile: string): Promise<Handler> {
  const [code, { lambda }] = (await Promise.all([
    import(pathToFileURL(file).href),
    import(pathToFileURL(lambdaFile).href),
  ])) as [Record<string, Parameters<typeof Lambda>[0] | undefined>, { lambda: typeof Lambda }]
  const endpoint = code[exported]
  if (typeof endpoint !== 'function') throw new Error(`${name} does not export a function "${exported}".`)
  return lambda(endpoint) as Handler
}

/** Writes what is not there yet: a file of the same name has the same content. */
async function writeNew(files: OutputFile[]): Promise<void> {
  await Promise.all(
    files.map(async ({ path, contents }) => {
      if (existsSync(path)) return
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, contents)
    }),
  )
}

/** Returns the built file of each file of endpoints. */
function outputs({ metafile }: BuildResult, sources: Map<string, string>): Map<string, string> {
  const built = Object.entries(metafile?.outputs ?? {})
  return new Map(
    built.flatMap(([file, { entryPoint }]) => {
      const name = entryPoint && sources.get(resolve(PROJECT, entryPoint))
      return name ? [[name, resolve(PROJECT, file)]] : []
    }),
  )
}

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]))
  return { promise, resolve, reject }
}

/** Deletes the build folders of servers that have ended: each server has its own, and they only cost disk space. */
async function clearCache(): Promise<void> {
  const folders = await readdir(CACHE).catch(() => [])
  const abandoned = folders.filter((name) => Number(name) === process.pid || !isRunning(Number(name)))
  await Promise.all(abandoned.map((name) => rm(join(CACHE, name), { recursive: true, force: true })))
}

async function dispose(builder: BuildContext, outdir: string): Promise<void> {
  // Ctrl-C in a terminal ends esbuild's own process too, and with it everything there is to dispose of.
  await builder.dispose().catch(() => undefined)
  await rm(outdir, { recursive: true, force: true })
}
