import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/*
 * The emulated AWS of a rehearsal: Python's moto, in an environment of its own under .cache/.
 */

const FOLDER = '.cache/rehearsal'
const PACKAGES = ['moto[server]==5.2.5', 'awscli==1.46.3']

export interface Cloud {
  endpoint: string
  /** The kinds of resources that it makes of a template; it ignores the others. */
  makes: string[]
  /** The folder of the commands of its environment: `aws` is one of them. */
  binaries: string
  /** Says what is wrong from now on, instead of what was. */
  trouble: (...kinds: Trouble[]) => void
  /** The mails that Amazon SES has taken. */
  mails: () => TakenMail[]
  stop: () => void
}

/** A table whose writes are throttled; Amazon SES in its sandbox; an account that runs 10 functions at once. */
type Trouble = 'throttled' | 'sandbox' | 'new-account'

interface TakenMail {
  to: string[]
  tags: { Name: string; Value: string }[]
}

/** @throws Error where Python or its package index is missing */
export async function startCloud(): Promise<Cloud> {
  const python = join(FOLDER, 'python', 'bin', 'python')
  if (!['moto_server', 'aws'].every((name) => existsSync(join(FOLDER, 'python', 'bin', name)))) {
    console.log(`Installing ${PACKAGES.join(', ')} into ${FOLDER}/python`)
    execFileSync('python3', ['-m', 'venv', join(FOLDER, 'python')], { stdio: 'inherit' })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...PACKAGES], { stdio: 'inherit' })
  }
  for (const left of ['trouble', 'mails']) rmSync(join(FOLDER, left), { force: true })
  const port = await freePort()
  const child = spawn(python, [join(import.meta.dirname, 'cloud.py'), String(port), FOLDER], {
    stdio: ['pipe', 'pipe', openSync(join(FOLDER, 'cloud.log'), 'w')],
  })
  const { makes } = JSON.parse(await firstLine(child)) as { makes: string[] }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    makes,
    binaries: resolve(FOLDER, 'python', 'bin'),
    trouble: (...kinds) => writeFileSync(join(FOLDER, 'trouble'), kinds.join(' ')),
    mails: () =>
      existsSync(join(FOLDER, 'mails'))
        ? readFileSync(join(FOLDER, 'mails'), 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as TakenMail)
        : [],
    stop: () => child.kill(),
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The emulated AWS did not start.')
  })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  return line
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
