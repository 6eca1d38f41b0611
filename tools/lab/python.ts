import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Runs a program. @throws Error with what it wrote, when it fails */
export const run = promisify(execFile)

/** Makes an environment for Python packages in a folder, or takes the one that is there. */
export async function pythonIn(folder: string) {
  const python = `${folder}/venv/bin/python`
  if (!existsSync(python)) await run('python3', ['-m', 'venv', `${folder}/venv`])
  return {
    python,
    install: (...packages: string[]) => run(python, ['-m', 'pip', 'install', '--quiet', ...packages]),
  }
}
