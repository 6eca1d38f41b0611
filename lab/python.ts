import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a program. @throws Error with what it wrote, when it fails */
export const run = promisify(execFile)

/** Makes an environment for Python packages in a folder. */
export async function pythonIn(folder: string) {
  await run('python3', ['-m', 'venv', `${folder}/venv`])
  const python = `${folder}/venv/bin/python`
  return { python, install: (what: string) => run(python, ['-m', 'pip', 'install', '--quiet', what]) }
}
