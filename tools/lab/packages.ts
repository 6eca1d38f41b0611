import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Call, Target } from './client.js'
import { pythonIn, run } from './python.js'

/** Packages are kept here from run to run. */
export const CACHE = resolve('.cache/lab')
const PROGRAMS = resolve(import.meta.dirname, 'clients')

/** A released client, and the program that calls it. */
export interface Program {
  name: string
  program: string
  /** Packages with their versions, for pip or npm. */
  packages: string[]
}

/** Installs a client and runs its program, which prints a line of JSON for each call. */
export async function callsOf({ name, program, packages }: Program, target: Target): Promise<Call[]> {
  const folder = join(CACHE, name.replace(/\W+/g, '-'))
  await mkdir(folder, { recursive: true })
  const isPython = program.endsWith('.py')
  const command = isPython ? await pythonWith(folder, packages) : await nodeWith(folder, packages)
  // Programs do not have the names of the packages that they import, and import from their own folder.
  const copy = join(folder, `calls${isPython ? '.py' : '.mjs'}`)
  const report = isPython ? 'report.py' : 'report.mjs'
  await Promise.all([copyFile(join(PROGRAMS, program), copy), copyFile(join(PROGRAMS, report), join(folder, report))])
  const { stdout } = await run(command, [copy, ...target], { cwd: folder, timeout: 240_000 })
  return callsIn(stdout)
}

/** The calls that a program has told. */
export const callsIn = (stdout: string): Call[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{"call"'))
    .map((line) => JSON.parse(line) as Call)

async function pythonWith(folder: string, packages: string[]): Promise<string> {
  const { python, install } = await pythonIn(folder)
  await install(...packages)
  return python
}

export async function nodeWith(folder: string, packages: string[]): Promise<string> {
  if (!existsSync(join(folder, 'node_modules'))) {
    await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}')
    await run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages], { cwd: folder })
  }
  return process.execPath
}
