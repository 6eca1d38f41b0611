import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Ask, regionFor, takePlace } from '../../../infra/place.js'

let folder: string

/** The owner's own file of profiles, where one has single sign-on. */
const PROFILES = `
[default]
output = json

[profile campaign]
sso_session = party
sso_account_id = 123456789012
sso_role_name = Deployer
region = eu-north-1

[sso-session party]
sso_start_url = https://party.awsapps.example/start
sso_region = eu-west-3
`

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-profiles-'))
  await writeFile(join(folder, 'config'), PROFILES)
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'))
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'credentials'))
  vi.stubEnv('AWS_PROFILE', undefined)
  vi.stubEnv('AWS_REGION', undefined)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const unasked: Ask = () => Promise.reject(new Error('No owner should be asked.'))
const everything = { AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'eu-west-2' }

describe('the region of a deployment', () => {
  it.each([
    ['its option before all else', 'sa-east-1', 'eu-central-1', everything, 'sa-east-1'],
    ['that of the stage before the environment', undefined, 'eu-central-1', everything, 'eu-central-1'],
    ['AWS_REGION before AWS_DEFAULT_REGION', undefined, undefined, everything, 'eu-west-1'],
    ['AWS_DEFAULT_REGION', undefined, undefined, { AWS_DEFAULT_REGION: 'eu-west-2' }, 'eu-west-2'],
  ])('is %s', async (_, option, ofStage, environment, region) => {
    vi.stubEnv('AWS_PROFILE', 'campaign')
    expect(await regionFor({ region: option }, { region: ofStage }, environment, unasked)).toBe(region)
  })

  it('is that of a profile with single sign-on, where nothing else names one', async () => {
    vi.stubEnv('AWS_PROFILE', 'campaign')
    expect(await regionFor({}, {}, {}, unasked)).toBe('eu-north-1')
  })

  it.each(['y', 'Y', 'yes'])('is asked for where none is named: "%s" takes the one that it names', async (answer) => {
    const questions: string[] = []
    const ask: Ask = (question) => {
      questions.push(question)
      return Promise.resolve(answer)
    }
    expect(await regionFor({}, {}, {}, ask)).toBe('us-east-1')
    expect(questions).toEqual(['No region is named anywhere. Use us-east-1? [y/N] '])
  })

  it.each(['', 'n', 'yesterday', undefined])('is refused where none is named, and the answer is %j', async (answer) => {
    await expect(regionFor({}, {}, {}, () => Promise.resolve(answer))).rejects.toThrow(
      'No region is named. Name it with --region us-east-1, with region in infra/stages.yml or with AWS_REGION.',
    )
  })
})

it('the SDK and the serverless CLI get the profile that was named, and else the one of the environment', () => {
  const environment: NodeJS.ProcessEnv = { AWS_PROFILE: 'own', AWS_REGION: 'eu-west-1' }
  takePlace(environment, undefined, 'eu-central-1')
  expect(environment).toEqual({ AWS_PROFILE: 'own', AWS_REGION: 'eu-central-1' })
  takePlace(environment, 'campaign', 'eu-central-1')
  expect(environment).toEqual({ AWS_PROFILE: 'campaign', AWS_REGION: 'eu-central-1' })
})
