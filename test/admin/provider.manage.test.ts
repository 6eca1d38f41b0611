import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { demo, seedDemo } from '../../local/demo.js'
import { type GivenProvider, startProvider } from '../support/given/identity-provider.js'
import { type Answer, adminOf, freshAdmin } from './admin.js'

const OF_GROUP = ['--group', demo.group.id]

let admin: (...args: string[]) => Promise<Answer>
let folder: string
let secret: string
let provider: GivenProvider

beforeAll(async () => {
  const { tableName, endpoint } = await freshAdmin()
  const PUBLIC_URL = 'https://events.example.org'
  admin = adminOf({ TABLE_NAME: tableName, DYNAMODB_ENDPOINT: endpoint, PUBLIC_URL })
  await seedDemo({ tableName, endpoint })
  folder = await mkdtemp(join(tmpdir(), 'provider-'))
  secret = join(folder, 'secret.txt')
  await writeFile(secret, 'a-secret\n')
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  vi.stubEnv('SIGN_IN_ALLOW_PRIVATE', 'on')
  provider = await startProvider()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await provider.close()
})

const set = (...more: string[]) =>
  admin('provider', 'set', ...OF_GROUP, '--issuer', provider.issuer, '--client-id', 'turnout', ...more)
const setWhole = () => set('--secret-file', secret, '--domains', 'Example.org', 'a.org', '--json')

describe('provider', () => {
  it('is set and shown without its secret, with the addresses that are registered', async () => {
    const { json } = await setWhole()
    expect(json).toEqual({
      group: demo.group.id,
      issuer: provider.issuer,
      client_id: 'turnout',
      domains: ['example.org', 'a.org'],
      only: false,
      for_creator: true,
      changed_date: expect.any(String),
      vouched: [],
      redirect_uri: `https://events.example.org/manage/sign-in/${demo.group.id}/callback`,
      sign_in_page: `https://events.example.org/manage/sign-in/${demo.group.id}`,
    })
    const { out } = await admin('provider', 'show', ...OF_GROUP)
    expect(out).not.toContain('a-secret')
    expect((await admin('provider', 'set', ...OF_GROUP, '--only', 'on', '--json')).json).toMatchObject({
      ...json,
      only: true,
      changed_date: expect.any(String),
    })
  })

  it('speaks for a domain by the word of the owner, which one group has', async () => {
    await setWhole()
    const { json } = await admin('provider', 'vouch', ...OF_GROUP, '--domain', '@Example.ORG', '--json')
    expect(json.vouched).toEqual(['example.org'])
    const OTHER = ['--group', demo.other_group.id]
    const other = [...OTHER, '--issuer', provider.issuer, '--client-id', 'b', '--secret-file', secret]
    await admin('provider', 'set', ...other, '--domains', 'example.org')
    expect(await admin('provider', 'vouch', ...OTHER, '--domain', 'example.org')).toMatchObject({
      code: 1,
      err: `The provider of the group ${demo.group.id} speaks for example.org.\n`,
    })
    expect((await admin('provider', 'unvouch', '--domain', 'example.org', '--json')).json).toEqual({
      domain: 'example.org',
      unvouched: true,
    })
    expect((await admin('provider', 'unvouch', '--domain', 'example.org')).out).toContain('has spoken for')
    expect((await admin('provider', 'vouch', ...OTHER, '--domain', 'example.org')).code).toBe(0)
  })

  it('loses that word with its issuer', async () => {
    await setWhole()
    await admin('provider', 'unvouch', '--domain', 'a.org')
    await admin('provider', 'vouch', ...OF_GROUP, '--domain', 'a.org')
    const next = await startProvider()
    const moved = ['--issuer', next.issuer, '--secret-file', secret, '--json']
    expect((await admin('provider', 'set', ...OF_GROUP, ...moved)).json).toMatchObject({ vouched: [] })
    await next.close()
  })

  it('is refused with a sentence where something is missing or wrong', async () => {
    await admin('provider', 'remove', ...OF_GROUP)
    expect((await admin('provider', 'show', ...OF_GROUP)).err).toContain('has no identity provider')
    expect((await admin('provider', 'set', ...OF_GROUP)).err).toContain('Give --issuer')
    expect((await set('--domains', 'a.org')).err).toContain('Give --secret-file')
    expect((await set('--domains', 'a b')).err).toContain('must be a domain such as example.org')
    expect((await admin('provider', 'vouch', ...OF_GROUP, '--domain', 'a.org')).err).toContain('first')
    const wrong = await startProvider()
    wrong.document = () => ({})
    const args = ['--issuer', wrong.issuer, '--client-id', 'a', '--secret-file', secret, '--domains', 'a.org']
    expect((await admin('provider', 'set', ...OF_GROUP, ...args)).err).toContain('There is no provider at')
    await wrong.close()
    const unknown = ['--group', '00000000-0000-4000-8000-000000000000']
    const whole = ['--issuer', provider.issuer, ...args.slice(2)]
    expect((await admin('provider', 'set', ...unknown, ...whole)).err).toContain('group with the id')
  })

  it('of one’s own machine is refused in a deployment', async () => {
    vi.stubEnv('SIGN_IN_ALLOW_PRIVATE', 'off')
    expect((await setWhole()).err).toContain('--issuer must be an https address')
  })
})
