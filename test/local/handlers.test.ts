import type { Context } from 'aws-lambda'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { provideEnvironment } from '../../lib/runtime/environment.js'
import { watchHandlers, type Handlers } from '../../local/http/handlers.js'

const CACHE = join(import.meta.dirname, '..', '..', '.cache')

// Handlers need an environment; these toys ask nothing of it.
provideEnvironment({ TABLE_NAME: 'toys', PUBLIC_URL: 'https://toys.example.org' })

let folder: string
let handlers: Handlers | undefined
const said: string[] = []

beforeEach(async () => {
  said.splice(0)
  await mkdir(CACHE, { recursive: true })
  folder = await mkdtemp(join(CACHE, 'toy-'))
  await write('lib/count.ts', 'let count = 0\nexport const next = () => ++count')
  await write('a.ts', `import { next } from './lib/count.js'\nexport const endpoint = () => () => 'a' + next()`)
  await write('b/c.ts', `import { next } from '../lib/count.js'\nexport const endpoint = () => () => 'c' + next()`)
})
afterEach(async () => {
  await handlers?.close()
  handlers = undefined
  await rm(folder, { recursive: true, force: true })
})

async function write(file: string, text: string): Promise<void> {
  await mkdir(join(folder, file, '..'), { recursive: true })
  await writeFile(join(folder, file), text)
}

async function watch(...names: string[]): Promise<Handlers> {
  return (handlers = await watchHandlers({ names, folder, say: (message) => said.push(message) }))
}

const call = async (name: string) => (await handlers?.load(name))?.({}, {} as Context)

/** esbuild looks for edits itself, a few times a second. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20)
}

describe('the handlers', () => {
  it('run the code of their files', async () => {
    await watch('a', 'b/c')
    expect(await call('a')).toBe('a1')
    expect(await call('a')).toBe('a2')
  })

  it('share the modules they have in common', async () => {
    await watch('a', 'b/c')
    expect([await call('a'), await call('b/c'), await call('a')]).toEqual(['a1', 'c2', 'a3'])
  })

  it('are the new code after an edit, also of what they import', async () => {
    await watch('a', 'b/c')
    expect(await call('a')).toBe('a1')
    await write('lib/count.ts', 'export const next = () => "edited"')
    await until(async () => (await call('a')) === 'aedited')
    expect(await call('b/c')).toBe('cedited')
    expect(said).toContain('Reloaded.')
  })

  it('stay the old code after a broken edit, and become the new one when it is mended', async () => {
    await watch('a')
    await write('a.ts', 'export const endpoint = () => {')
    await until(() => said.length > 1)
    expect(said).toEqual([
      expect.stringContaining('Unexpected end of file'),
      'The code from before this edit goes on answering.',
    ])
    expect(await call('a')).toBe('a1')
    await write('a.ts', 'export const endpoint = () => () => "mended"')
    await until(async () => (await call('a')) === 'mended')
  })

  it('cost only their own endpoint when a file is missing or exports no endpoint', async () => {
    await write('odd.ts', 'export const other = 1')
    await watch('a', 'missing', 'odd')
    expect(await call('a')).toBe('a1')
    await expect(call('missing')).rejects.toThrow('missing.ts is missing.')
    await expect(call('odd')).rejects.toThrow('odd does not export a function "endpoint".')
  })

  it('cannot be watched when the first build fails', async () => {
    await write('a.ts', 'export const endpoint = (')
    await expect(watch('a')).rejects.toThrow(/^The functions cannot be built: .+\.$/)
    expect(said).toEqual([expect.stringContaining('a.ts:1:25')])
  })

  it('leave nothing of theirs in the cache', async () => {
    // Other processes, which start and end at any time, have folders of their own beside it.
    const own = String(process.pid)
    await watch('a')
    expect(await readdir(join(CACHE, 'handlers'))).toContain(own)
    await handlers?.close()
    handlers = undefined
    expect(await readdir(join(CACHE, 'handlers'))).not.toContain(own)
  })
})
