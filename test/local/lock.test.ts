import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLock, takeLock, type Lock } from '../../local/engine/lock.js'
import { birthMark } from '../../local/engine/process.js'
import { canListProcesses } from '../support/children.js'

let folder: string

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'turnout-lock-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777
const leaveLock = (text: string) => writeFile(join(folder, 'lock.json'), text)
const holder = (pid: number, birthMark: string) => JSON.stringify({ pid, birthMark, what: 'npm start' })

describe('the lock of a data directory', () => {
  it('is one process at a time', async () => {
    const lock = (await takeLock(folder, 'first')) as Lock
    expect(await takeLock(folder, 'second')).toMatchObject({ pid: process.pid, what: 'first' })
    lock.release()
    expect(isLock(await takeLock(folder, 'third'))).toBe(true)
  })

  it('makes the directory', async () => {
    expect(isLock(await takeLock(join(folder, 'a', 'b'), 'it'))).toBe(true)
  })

  it('makes a directory that no other user can open, and closes one that is open', async () => {
    ;((await takeLock(join(folder, 'new'), 'it')) as Lock).release()
    expect(await modeOf('new')).toBe(0o700)
    const old = join(folder, 'old')
    await mkdir(join(old, 'outbox'), { recursive: true, mode: 0o755 })
    await writeFile(join(old, 'turnout.db-wal'), '', { mode: 0o644 })
    ;((await takeLock(old, 'it')) as Lock).release()
    expect(await Promise.all(['old', 'old/outbox', 'old/turnout.db-wal'].map(modeOf))).toEqual([0o700, 0o700, 0o600])
  })

  it('leaves a directory open that others keep files in, and closes its own', async () => {
    const shared = join(folder, 'shared')
    await mkdir(shared, { mode: 0o755 })
    await writeFile(join(shared, 'notes.txt'), '', { mode: 0o644 })
    await writeFile(join(shared, 'turnout.db'), '', { mode: 0o644 })
    ;((await takeLock(shared, 'it')) as Lock).release()
    expect(await Promise.all(['shared', 'shared/notes.txt', 'shared/turnout.db'].map(modeOf))).toEqual([
      0o755, 0o644, 0o600,
    ])
  })

  it('leaves no file behind', async () => {
    const lock = (await takeLock(folder, 'it')) as Lock
    lock.release()
    lock.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over from a process that is gone', async () => {
    // Ids end at 2^22 on Linux.
    await leaveLock(holder(2 ** 22 + 1, ''))
    expect(isLock(await takeLock(folder, 'it'))).toBe(true)
    expect(await readdir(folder)).toEqual(['lock.json'])
  })

  it.runIf(canListProcesses)('is taken over when its process id has gone to another process', async () => {
    await leaveLock(holder(process.pid, 'of a process before the last reboot'))
    expect(isLock(await takeLock(folder, 'it'))).toBe(true)
  })

  it('is respected while its process runs', async () => {
    await leaveLock(holder(process.ppid, birthMark(process.ppid)))
    expect(await takeLock(folder, 'it')).toMatchObject({ pid: process.ppid })
  })

  it.each([[''], ['{"pid":'], ['no json']])('is taken over when its file says "%s"', async (text) => {
    await leaveLock(text)
    expect(isLock(await takeLock(folder, 'it'))).toBe(true)
  })

  it('goes to one of many that find it abandoned at the same time', async () => {
    await leaveLock(holder(2 ** 22 + 1, ''))
    const taken = await Promise.all(Array.from({ length: 10 }, () => takeLock(folder, 'it')))
    expect(taken.filter(isLock)).toHaveLength(1)
  })

  it('says in one sentence that the directory is a file', async () => {
    await leaveLock('')
    const file = join(folder, 'lock.json')
    await expect(takeLock(file, 'it')).rejects.toThrow(`DATA_DIR "${file}" is a file, not a directory.`)
    await expect(takeLock(join(file, 'x'), 'it')).rejects.toThrow(/^DATA_DIR ".+" cannot be written: .+\.$/)
  })
})
