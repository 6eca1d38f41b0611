import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { toolEnvironment } from '../../../lib/runtime/environment.js'
import { unzip } from './zip.js'

/*
 * Lambda, as far as a function sees it: its zip unpacked, the runtime API, its environment and nothing else of it.
 */

/** The outcome of a function's process and of the event that it was given. */
export interface Invoked {
  /** The function's answer. */
  response?: any
  /** With what it failed, while it loaded or answered. */
  error?: { errorType: string; errorMessage: string }
  phase: 'init' | 'invoke'
  /** The lines that it wrote. */
  written: string[]
}

/**
 * The program in a function's process: a small copy of the managed runtime, or the program that LAMBDA_RUNTIME_CLIENT
 * names. The rehearsal names AWS's own (tools/rehearsal/zips.ts).
 */
const client = toolEnvironment()['LAMBDA_RUNTIME_CLIENT']
const RUNTIME = client ? [client, 'index.handler'] : [join(import.meta.dirname, 'lambda-runtime.cjs')]

/** Variables that Lambda gives each function, and AWS's client demands. */
const ABOUT_ITSELF = {
  AWS_LAMBDA_FUNCTION_NAME: 'function',
  AWS_LAMBDA_FUNCTION_VERSION: '1',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/function',
  AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
}

/** Unpacks a zip as Lambda does before it starts a function. @returns the folder */
export async function unpack(zip: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  // Lambda knows nothing of the package around this folder.
  await writeFile(join(folder, 'package.json'), '{}')
  for (const [name, data] of unzip(await readFile(zip))) await writeFile(join(folder, name), data)
  return folder
}

/**
 * Starts a function and gives it one event.
 * @param folder of its unpacked zip
 * @param environment all of it: nothing of this process comes through
 */
export async function invoke(folder: string, environment: Record<string, string>, event: unknown): Promise<Invoked> {
  const id = randomUUID()
  let tell!: (outcome: Omit<Invoked, 'written'>) => void
  const outcome = new Promise<Omit<Invoked, 'written'>>((resolve) => (tell = resolve))
  const isGiven = { once: false }
  const api = createServer((request, answer) => {
    const [, action = ''] = /^\/2018-06-01\/runtime\/(.*)$/.exec(request.url ?? '') ?? []
    if (action === 'invocation/next') {
      // A second request for work means that the first was answered. It waits for ever.
      if (isGiven.once) return
      isGiven.once = true
      const headers = {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': id,
        'lambda-runtime-deadline-ms': `${Date.now() + 10_000}`,
      }
      return void answer.writeHead(200, headers).end(JSON.stringify(event))
    }
    void text(request).then((body) => {
      answer.writeHead(202).end('{}')
      const said = JSON.parse(body)
      if (action === 'init/error') tell({ phase: 'init', error: said })
      else if (action === `invocation/${id}/error`) tell({ phase: 'invoke', error: said })
      else tell({ phase: 'invoke', response: said })
    })
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const child = spawn(process.execPath, RUNTIME, {
    cwd: folder,
    env: {
      ...ABOUT_ITSELF,
      ...environment,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${(api.address() as AddressInfo).port}`,
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: 'index.handler',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  void ended.then(() => tell({ phase: 'init', error: { errorType: 'Exited', errorMessage: output } }))
  const result = await outcome
  // AWS's client ends at no other signal.
  child.kill('SIGKILL')
  await ended
  api.closeAllConnections()
  api.close()
  return { ...result, written: output.split('\n').filter(Boolean) }
}
