import { toolEnvironment } from '../../lib/runtime/environment.js'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'

/*
 * A copy of the project, in which a rehearsal changes settings and deploys as an owner would.
 */

const LEFT_OUT = new Set(['.git', '.cache', '.data', '.serverless', 'build', 'coverage', 'node_modules', 'test'])

export interface Workplace {
  folder: string
  /** Runs `npm run -s NAME -- …` in the copy; `deploy restore` is a script and its word. @returns all that it wrote */
  run: (name: string, ...args: string[]) => Promise<Outcome>
  /** The same until it writes a text, and is killed then, without a warning. */
  runUntil: (text: string, name: string, ...args: string[]) => Promise<Outcome>
  /** The same as `run` with more in the environment. */
  runWith: (more: Record<string, string>, name: string, ...args: string[]) => Promise<Outcome>
}

interface Outcome {
  status: number
  output: string
}

export function prepareWorkplace(environment: Record<string, string>): Workplace {
  const folder = resolve('.cache/rehearsal/project')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync('.')) if (!LEFT_OUT.has(name)) cpSync(name, `${folder}/${name}`, { recursive: true })
  for (const shared of ['node_modules', '.cache']) symlinkSync(resolve(shared), `${folder}/${shared}`)
  return {
    folder,
    run: (name, ...args) => npmRun(folder, environment, name, args),
    runUntil: (text, name, ...args) => npmRun(folder, environment, name, args, text),
    runWith: (more, name, ...args) => npmRun(folder, { ...environment, ...more }, name, args),
  }
}

function npmRun(folder: string, environment: Record<string, string>, name: string, args: string[], killedAt?: string) {
  return new Promise<Outcome>((done, fail) => {
    const [script = '', ...words] = name.split(' ')
    const child = spawn('npm', ['run', '-s', script, '--', ...words, ...args], {
      cwd: folder,
      env: { ...toolEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, as npm starts a shell that starts the program.
      detached: killedAt !== undefined,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (killedAt !== undefined && child.pid && output.includes(killedAt)) process.kill(-child.pid, 'SIGKILL')
      })
    child.on('error', fail)
    child.on('close', (status) => done({ status: status ?? 1, output }))
  })
}
