import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A program that a test has started. */
export interface Child {
  process: ChildProcessWithoutNullStreams
  /** All it has written so far. */
  output: () => string
  errors: () => string
  /** Resolves to what the pattern finds in the output. @throws Error with all output if it ends or is silent */
  says: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Resolves to the exit code when all output is read, or to the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Ends the program and what it has started in its process group. Harmless when it has ended. */
  kill: () => Promise<void>
}

const ROOT = new URL('../..', import.meta.url).pathname

/** Runs a TypeScript file of the project. */
export function runScript(file: string, args: string[] = [], env: Record<string, string> = {}): Child {
  return run(process.execPath, ['--import', 'tsx', file, ...args], env)
}

/** Runs a line of a shell, as npm runs the scripts of package.json. */
export function runLine(line: string, env: Record<string, string> = {}): Child {
  return run('/bin/sh', ['-c', line], env)
}

/** Runs a program in the project's folder and in a process group of its own, as a terminal does. */
function run(program: string, args: string[], env: Record<string, string>): Child {
  const path = `${join(ROOT, 'node_modules', '.bin')}:${dirname(process.execPath)}:/usr/bin:/bin`
  const child = spawn(program, args, { cwd: ROOT, detached: true, env: { PATH: path, ...env } })
  const text = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.err += chunk))
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal))
    // A process that outlives the program may hold its output open for ever.
    child.on('exit', (_, signal) => signal && resolve(signal))
  })
  const kill = async () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      // No process of the group is left.
    }
    await ended
  }
  const says = async (pattern: RegExp) => {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const found = pattern.exec(text.out)
      if (found) return found
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      if (hasEnded || Date.now() > deadline)
        throw new Error(
          `It ${hasEnded ? 'ended' : 'runs'} without saying ${String(pattern)}:\n${text.out}\n${text.err}`,
        )
      await pause(10)
    }
  }
  return { process: child, output: () => text.out, errors: () => text.err, says, ended, kill }
}

/** Longer than any of them takes on a busy machine, and shorter than a test: the error says what was waited for. */
const PATIENCE_MS = 120_000

/** Resolves when none of these processes runs any more. @throws Error naming those that go on */
export async function allGone(pids: number[]): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (pids.some(isRunning)) {
    if (Date.now() > deadline) throw new Error(`Still running: ${pids.filter(isRunning).map(commandOf).join('; ')}`)
    await pause(10)
  }
}

/** All processes that a process has started, and those that these have. */
export function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), status(Number(name))?.parent] as const)
  const children = parents.filter(([, parent]) => parent === pid).map(([child]) => child)
  return [...children, ...children.flatMap(descendants)]
}

/** The command of a running process, as it was started; empty when it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

export const canListProcesses = existsSync('/proc/self/stat')

/** A zombie process has ended; only its parent has not read the exit code yet. */
function isRunning(pid: number): boolean {
  const state = status(pid)?.state
  return state !== undefined && state !== 'Z'
}

function status(pid: number): { state: string; parent: number } | undefined {
  try {
    const [, state = '', parent] = /.*\) (\w) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}
