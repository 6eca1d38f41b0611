import { execFile } from 'node:child_process'
import pLimit from 'p-limit'
import { describe, expect, it } from 'vitest'
import { toolEnvironment } from '../../lib/runtime/environment.js'
import { scripts } from '../../package.json' with { type: 'json' }

/** Scripts that are programs of others, or chains of them. */
const OF_OTHERS = /^(npm run |vitest)/
const own = Object.entries(scripts)
  .filter(([name, command]) => name !== 'prepare' && !OF_OTHERS.test(command))
  .map(([name]) => name)

interface Outcome {
  status: number
  output: string
}

const run = (name: string, args: string[], environment: Record<string, string> = {}) =>
  new Promise<Outcome>((done) => {
    const { npm_config_stage: _left, ...own } = toolEnvironment()
    const child = execFile(
      'npm',
      ['run', '-s', name, ...args],
      { env: { ...own, ...environment } },
      (_, stdout, stderr) => done({ status: child.exitCode ?? 1, output: stdout + stderr }),
    )
  })

/** Each of them loads a part of the project. */
const atOnce = pLimit(4)

describe('each program of package.json', () => {
  it('explains itself with --help, and does nothing else', async () => {
    const outcomes = await Promise.all(own.map((name) => atOnce(() => run(name, ['--', '--help']))))
    const usage = own.map((name, i) => [name, outcomes[i]?.status, outcomes[i]?.output.split('\n')[0]])
    expect(usage).toEqual(own.map((name) => [name, 0, expect.stringMatching(/^Usage: npm (run )?\S+ /)]))
    // The help is the end of the output.
    for (const { output } of outcomes) expect(output.trim().split('\n').at(-1)).toMatch(/^ /)
  })
})

describe('a command of a deployment', () => {
  it.each<[string, string, string[], string]>([
    ['a stage without --stage', 'deploy', ['--', 'prod'], 'too many arguments'],
    ['a stage that npm took for itself', 'package', ['--stage=prod'], 'npm took --stage for itself'],
    ['an option that does not exist', 'package', ['--', '--stag', 'prod'], 'Did you mean --stage?'],
    ['an option of another command', 'deploy', ['--', '--table', 'turnout-prod'], "unknown option '--table'"],
    ['a stage that is blank', 'deploy', ['--', 'remove', '--stage='], 'It is blank'],
    ['a time that is none', 'deploy', ['--', 'restore', '--at', 'yesterday'], 'A time is like 2026-11-21T09:00:00Z'],
    ['a region that is none', 'deploy', ['--', '--region', 'us-east1'], 'A region of AWS is like'],
    ['a pause that is no number', 'deploy', ['--', 'switch', '--drain', 'long'], 'It is a number of seconds'],
  ])('refuses %s before it does anything, and says how it is used', async (_, name, args, said) => {
    const { status, output } = await run(name, args)
    expect(status).toBe(1)
    expect(output).toContain(said)
    expect(output).toMatch(new RegExp(`npm run ${name} -- ([a-z]+ )?--stage prod`))
  })

  it('names what is missing where AWS has no credentials', async () => {
    const nowhere = { AWS_CONFIG_FILE: '/nowhere', AWS_SHARED_CREDENTIALS_FILE: '/nowhere' }
    const { status, output } = await run('deploy', ['--', 'restore', '--region', 'eu-central-1'], {
      ...nowhere,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_ACCESS_KEY_ID: '',
      AWS_SECRET_ACCESS_KEY: '',
    })
    expect({ status, output }).toEqual({
      status: 1,
      output: 'There are no AWS credentials: name a profile with AWS_PROFILE, or set an access key and its secret.\n',
    })
  })

  it('names the profile that gives no credentials', async () => {
    const { status, output } = await run(
      'deploy',
      ['--', 'restore', '--region', 'eu-central-1', '--aws-profile', 'unknown'],
      {
        AWS_CONFIG_FILE: '/nowhere',
        AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
        AWS_ACCESS_KEY_ID: '',
      },
    )
    expect(status).toBe(1)
    expect(output).toMatch(/^The profile unknown gives no AWS credentials: check its name/m)
  })
})
