import { type BuildOptions, type Plugin, build } from 'esbuild'
import nodeCrypto from 'node:crypto'
import nodeFs from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Script } from 'node:vm'
import { entryOf } from '../../infra/package/bundle.js'
import type { Clock } from './clock.js'
import type { WireAnswer } from './dynamodb/dynamodb.js'
import { type Random, uuidOf } from './random.js'

/** The exports of a module. */
export type Exports = Record<string, unknown>

/** The environment of code in the machine. */
export interface Surroundings {
  clock: Clock
  random: Random
  /** Answers a request that would go over the network. */
  answer: (target: string, body: Record<string, unknown>) => Promise<WireAnswer>
  environment: Record<string, string>
  /** Takes what the code would log. */
  log: (message: string) => void
}

/** Code of the project, ready to be run as often as there are instances. */
export interface Code {
  /** Runs the modules anew: every load has a state of its own, as every Lambda instance has. */
  load: (name: string) => Exports
}

const PROJECT = resolve(import.meta.dirname, '../..')
const NO_FILES = Object.assign(new Error('There are no files here'), { code: 'ENOENT' })

/** Functions get a handler around their endpoint, as in a deployment. */
const entryPoint = (entry: string): { entryPoints: string[] } | { stdin: object } =>
  entry.startsWith('functions/')
    ? { stdin: { contents: entryOf(`${entry}.ts`), resolveDir: PROJECT, loader: 'ts' } }
    : { entryPoints: [resolve(PROJECT, `${entry}.ts`)] }

/**
 * Prepares code of the project for a run in virtual time: the very modules, bundled as for a deployment, with
 * another clock, other dice and a network that ends in this process. Nothing global is touched. What comes from
 * npm is run once and shared by all instances; its state is in what the service makes of it, such as clients.
 * @param entries files of the project, without extension, by the name to load them under
 */
export async function prepare(entries: string[], surroundings: Surroundings): Promise<Code> {
  const wanted = new Set<string>()
  const scripts = new Map<string, Script>()
  for (const entry of entries) {
    const { code, packages } = await bundled(entryPoint(entry), {
      plugins: [networkInProcess],
      packages: 'external',
    })
    packages.forEach((name) => wanted.add(name))
    scripts.set(entry, asScript(code, entry))
  }
  const contents = `module.exports = {${[...wanted].map((name) => `get '${name}'() { return require('${name}') }`).join()}}`
  const { code } = await bundled({ stdin: { contents, resolveDir: PROJECT, loader: 'js' } })
  const builtins = builtinsIn(surroundings)
  const packages = run(asScript(code, 'packages'), builtins, surroundings)
  const shared = new Map<string, unknown>()
  const findPackage = (name: string) => {
    if (!wanted.has(name)) return builtins(name)
    if (!shared.has(name)) shared.set(name, asNodeWould(packages[name]))
    return shared.get(name)
  }
  return {
    load: (name) => {
      const script = scripts.get(name)
      if (!script) throw new Error(`${name} was not prepared`)
      return run(script, findPackage, surroundings)
    },
  }
}

type Require = (name: string) => unknown

function run(script: Script, require: Require, surroundings: Surroundings): Exports {
  const { clock, random, environment, answer, log } = surroundings
  const module: { exports: Exports } = { exports: {} }
  const main = script.runInThisContext() as (...names: unknown[]) => void
  const say = (...words: unknown[]) => log(words.map(String).join(' '))
  const stream = { value: { write: say } }
  const process = Object.create(globalThis.process, {
    env: { value: environment },
    stdout: stream,
    stderr: stream,
  }) as object
  const console = { log: say, info: say, warn: say, error: say, debug: say }
  const dice = {
    ...Object.getOwnPropertyDescriptors(Math),
    random: { value: random },
  } as PropertyDescriptorMap
  main(
    module,
    module.exports,
    require,
    clock.setTimeout,
    clock.clearTimeout,
    clock.Date,
    Object.defineProperties({}, dice),
    process,
    console,
    clock.performance,
    answer,
  )
  return module.exports
}

const NAMES =
  'module, exports, require, setTimeout, clearTimeout, Date, Math, process, console, performance, answerOfModel'

const asScript = (code: string, filename: string) =>
  new Script(`(function (${NAMES}) {${code}\n})`, { filename: `${filename}.cjs` })

/** Node's own modules; those that would tell the real time, roll other dice or read this machine are replaced. */
function builtinsIn({ clock, random }: Surroundings): Require {
  const real = createRequire(import.meta.url)
  const noFiles = async () => Promise.reject(NO_FILES)
  const replaced: Record<string, unknown> = {
    timers: { setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout },
    'timers/promises': { setTimeout: clock.pause },
    crypto: { ...nodeCrypto, randomUUID: () => uuidOf(random) },
    'fs/promises': { readFile: noFiles },
    // The table of locations lies in a layer; an AWS configuration of this machine must not be found.
    fs: { ...nodeFs, promises: { readFile: noFiles }, readFile: noFiles },
  }
  return (name) => {
    const plain = name.replace(/^node:/, '')
    if (!builtinModules.includes(plain)) throw new Error(`There is no module ${name} in the machine`)
    return replaced[plain] ?? (real(name) as unknown)
  }
}

/** esbuild takes a package's default export to be all of what `require` answers, as Node does. */
function asNodeWould(exports: unknown): unknown {
  const { default: main, ...others } = exports as { default?: unknown }
  if (typeof main !== 'function') return exports
  const call = main as (...args: unknown[]) => unknown
  return Object.assign((...args: unknown[]) => call(...args), others)
}

async function bundled(
  input: { entryPoints: string[] } | { stdin: object },
  options: Pick<BuildOptions, 'plugins' | 'packages'> = {},
) {
  const { outputFiles, metafile } = await build({
    ...(input as { entryPoints: string[] }),
    bundle: true,
    write: false,
    metafile: true,
    absWorkingDir: PROJECT,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    define: { 'import.meta.url': '"file:///"' },
    logOverride: { 'empty-import-meta': 'silent' },
    ...options,
  })
  const imports = Object.values(metafile.inputs).flatMap((each) => each.imports)
  const packages = imports
    .filter(({ path, external }) => external && !builtinModules.includes(path.replace(/^node:/, '')))
    .map(({ path }) => path)
  return { code: outputFiles[0]?.text ?? '', packages }
}

/** Puts an answer from this process where a request would open a socket. */
const networkInProcess: Plugin = {
  name: 'network-in-process',
  setup(builder) {
    builder.onLoad({ filter: /lib\/table\/client\/connection\.ts$/ }, () => ({
      contents: CONNECTION,
      loader: 'js',
    }))
  },
}

/** A handler of requests for the SDK, in place of the options of its own. */
const CONNECTION = `
export const connection = () => ({
  metadata: { handlerProtocol: 'http/1.1' },
  httpHandlerConfigs: () => ({}),
  updateHttpClientConfig() {},
  destroy() {},
  async handle({ headers, body }) {
    const { status, body: answer } = await answerOfModel(headers['x-amz-target'], JSON.parse(Buffer.from(body)))
    return {
      response: {
        statusCode: status,
        headers: { 'content-type': 'application/x-amz-json-1.0' },
        body: new Uint8Array(Buffer.from(JSON.stringify(answer))),
      },
    }
  },
})`
