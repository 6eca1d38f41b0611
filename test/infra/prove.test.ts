import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Server, startLocalServer } from '../../bench/local/server.js'
import { demo } from '../../local/demo.js'

/* `npm run prove` against a server of its own, which has no stack to restore or to roll back. */

const folder = mkdtempSync(join(tmpdir(), 'turnout-proof-'))
let server: Server

beforeAll(async () => {
  server = await startLocalServer(join(folder, 'data'))
})
afterAll(() => server.stop())

const prove = (key: string, ...more: string[]) => proveAt(server.url, key, ...more)

const proveAt = (url: string, key = 'k', ...more: string[]) =>
  promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    'infra/release/prove/main.ts',
    '--address',
    url,
    '--key',
    key,
    '--burst',
    '20',
    '--connections',
    '4',
    '--out',
    join(folder, 'proof.md'),
    ...more,
  ])

describe('the proof of a service', () => {
  it('counts a burst exactly, sees the message of a webhook, and is written down', async () => {
    await prove(demo.group.key, '--mail', 'ada@example.org')
    const report = readFileSync(join(folder, 'proof.md'), 'utf8')
    expect(report).toMatch(/\| a burst of 20 RSVPs \| yes \| 20 of 20 RSVPs, .* 20 counted after [\d,]+ ms/)
    expect(report).toMatch(/\| a message of a webhook \| yes \| the message came after [\d,]+ ms/)
    // No one says at a terminal that the email has come.
    expect(report).toMatch(/\| an email to ada@example.org \| look \| asked for at 20/)
    expect(report).toMatch(/^# Proof of dev, 20.*\n\nThe service at .*, tried with Turnout \d/)
    expect(report).toContain('| a restore | not tried | without --restore |')
    expect(report).toContain('| a rollback, and a deployment after it | not tried | without --rollback |')
    expect(report).not.toContain('| no |')
  })

  it('ends with 1 where something is not well, and still writes all of it down', async () => {
    await expect(prove('no-key')).rejects.toMatchObject({ code: 1 })
    expect(readFileSync(join(folder, 'proof.md'), 'utf8')).toMatch(/\| a burst of 20 RSVPs \| no \|.* 403/)
  })

  it('ends at once where nothing answers, or the address is none', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const address = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
    gone.close()
    await expect(proveAt(address)).rejects.toMatchObject({
      code: 1,
      stderr: `Nothing answers at ${address}: ECONNREFUSED\n`,
    })
    await expect(proveAt('localhost:3000')).rejects.toMatchObject({
      stderr: expect.stringContaining('An address is like http://localhost:3000.'),
    })
  })
})
