import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandList } from '../../admin/list-commands.js'
import { runScript } from '../support/children.js'
import { adminOf } from './admin.js'

const admin = adminOf({})

const commandsBelow = async (path: string[]): Promise<string[]> => {
  const { out } = await admin(...path, '--help')
  const listed = out.split('Commands:\n')[1]?.split('\n\n')[0] ?? ''
  return [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name as string).filter((name) => name !== 'help')
}

/** Returns the path of every command that is no family of others. */
const commands = async (path: string[] = []): Promise<string[][]> => {
  const below = await commandsBelow(path)
  const paths = await Promise.all(below.map((name) => commands([...path, name])))
  return paths.length > 0 ? paths.flat() : [path]
}

describe('the command line', () => {
  it.each([
    [['nonsense'], /^unknown command 'nonsense'\n$/],
    [['group', 'lst'], /^unknown command 'lst' \(Did you mean list\?\)\n$/],
    [['group', 'list', '--nonsense'], /^unknown option '--nonsense'\n$/],
    [['group', 'show'], /^missing required argument 'id'\n$/],
    [['group', 'create'], /^required option '--title <title>' not specified\n$/],
    [['group', 'create', '--title'], /^option '--title <title>' argument missing\n$/],
    [['group', 'show', 'one', 'two'], /^too many arguments for 'show'.*\n$/],
  ])('answers wrong usage %j with one sentence and 2', async (args, sentence) => {
    const { code, out, err } = await admin(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })

  it.each([[[]], [['key']]])('shows the commands there are after %j alone, and exits with 2', async (args) => {
    const { code, out, err } = await admin(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('Commands:')
  })

  it('has help with a line and an example on every level', async () => {
    const names = async (...path: string[]) => {
      const { code, out, err } = await admin(...path, '--help')
      expect({ path, code, err }).toEqual({ path, code: 0, err: '' })
      expect(out).toMatch(new RegExp(`Example:\n {2}npm run -s admin -- ${path.join(' ')}`))
      const commands = out.split('Commands:\n')[1]?.split('\n\n')[0] ?? ''
      return [...commands.matchAll(/^ {2}([a-z-]+)/gm)]
        .map(([, name]) => name as string)
        .filter((name) => name !== 'help')
    }
    const families = await names()
    expect(families).toEqual([
      'group',
      'account',
      'member',
      'login',
      'logout',
      'person',
      'key',
      'link-key',
      'provider',
      'webhook',
      'mail',
      'calendar',
      'event-campaign',
      'event',
      'actions',
      'target',
      'demo',
      'audit',
      'repair',
      'export',
      'import',
    ])
    for (const family of families) for (const name of await names(family)) await names(family, name)
  })

  it.each([
    [['key', 'create', '--group', 'one', '--scope', ''], /^option '--scope .*' is invalid\..*blank/],
    [['key', 'create', '--group', 'one', '--expires', ' '], /^option '--expires .*' is invalid\..*blank/],
    [['mail', 'send', '--query', 'one', '--test-to='], /^option '--test-to .*' is invalid\..*blank/],
    [['target', 'create', '--include', 'one', ''], /^option '--include .*' is invalid\..*blank/],
    [['group', 'show', ''], /^command-argument value '' is invalid for argument 'id'\..*blank/],
  ])('refuses the blank value in %j with one sentence and 2', async (args, sentence) => {
    const { code, out, err } = await admin(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
    expect(err.match(/\n/g)).toHaveLength(1)
  })

  it('is listed in docs/admin-commands.csv as it is', async () => {
    const list = readFileSync('docs/admin-commands.csv', 'utf8')
    expect(commandList()).toBe(list)
    for (const path of await commands()) expect(list).toContain(`\n"${path.join(' ')}`)
  })

  it('refuses a blank value of every option of every command', async () => {
    const refused = new Set<string>()
    for (const path of await commands()) {
      const { out } = await admin(...path, '--help')
      for (const [, option] of out.matchAll(/^ +(--[a-z-]+) </gm)) {
        const { code, err } = await admin(...path, option as string, '\u00a0')
        expect([...path, code, err]).toEqual([
          ...path,
          2,
          expect.stringMatching(new RegExp(`^option '${option} .*blank`)),
        ])
        refused.add([...path, option].join(' '))
      }
    }
    expect([...refused]).toEqual(expect.arrayContaining(['key create --scope', 'mail send --test-to']))
    expect(refused.size).toBeGreaterThan(100)
  })

  it('marks the options that are required, and no others', async () => {
    const { out } = await admin('event', 'create', '--help')
    // A long description goes on in the next lines.
    const lines = out.replace(/\n {20,}/g, ' ')
    const marked = [...lines.matchAll(/^ +(--[a-z-]+) .*\(required\)$/gm)].map(([, name]) => name)
    expect(marked).toEqual(['--title', '--origin-system'])
  })

  it('says in one sentence that there is no file', async () => {
    expect(await admin('import', '--in', '/nowhere/export.ndjson')).toEqual({
      code: 1,
      out: '',
      err: 'There is no file /nowhere/export.ndjson.\n',
    })
  })

  it('says in one sentence that no DynamoDB answers', async () => {
    const { code, out, err } = await adminOf({ TABLE_NAME: 'x', DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' })(
      'group',
      'list',
    )
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^DynamoDB does not answer: .*\n$/)
  })

  it('keeps what it made in the local data, and ends by itself', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'turnout-admin-'))
    const run = async (...args: string[]) => {
      const child = runScript('admin/main.ts', args, { DATA_DIR })
      return { code: await child.ended, out: child.output(), err: child.errors() }
    }
    try {
      const made = await run(
        'account',
        'create',
        '--given-name',
        'Joan',
        '--family-name',
        'Reyes',
        '--email',
        'joan@example.org',
        '--json',
      )
      expect(made).toMatchObject({ code: 0, err: '' })
      const listed = await run('account', 'list', '--json')
      expect(JSON.parse(listed.out)).toEqual([expect.objectContaining(JSON.parse(made.out) as object)])
      expect(await run('group', 'show', 'x')).toEqual({
        code: 1,
        out: '',
        err: 'There is no group with the id x.\n',
      })
      expect((await run('nonsense')).code).toBe(2)
    } finally {
      await rm(DATA_DIR, { recursive: true, force: true })
    }
  })
})
