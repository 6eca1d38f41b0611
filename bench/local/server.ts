import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** The server of `npm start`, in a process of its own. */
export interface Server {
  url: string
  pid: number
  stop: () => Promise<void>
  /** Ends it and its engine as a power cut would. */
  kill: () => void
}

const PROJECT = resolve(import.meta.dirname, '../..')

/** Starts the local server on a data directory and a free port. */
export async function startLocalServer(dataDir: string, settings: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
    cwd: PROJECT,
    env: { PATH: '/usr/bin:/bin', PORT: '0', DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, which is killed as one: the process that compiles functions may outlive its server.
    detached: true,
  })
  let output = ''
  const url = await new Promise<string>((found, failed) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      const [, address] = /API\s+(http:\S+)\/api\/v2/.exec(output) ?? []
      if (address) found(address)
    })
    child.on('exit', () => failed(new Error(`The server ended:\n${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const kill = () => {
    child.removeAllListeners('exit')
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGKILL')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      kill()
      process.exit(1)
    })
  return { url, pid: child.pid as number, stop, kill }
}
