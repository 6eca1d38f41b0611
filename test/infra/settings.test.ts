import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { apiOutputs, apiResources, publicUrlOf } from '../../infra/api/api.js'
import { budgetResources } from '../../infra/monitoring/budget.js'
import { alarmResources, alarmsOf } from '../../infra/monitoring/alarms.js'
import { functionEntries } from '../../infra/api/functions.js'
import { fitted } from '../../infra/queues/concurrency.js'
import { mailFitted } from '../../infra/queues/mail-account.js'
import { queueFunctionEntries } from '../../infra/queues/queues.js'
import { roleResources } from '../../infra/permissions/roles.js'
import { type Settings, deployableSettingsOf, settingsOf, stagesIn } from '../../infra/settings.js'
import { tableTemplate } from '../../infra/table/table.js'
import { PENDING } from '../../lib/collections/pending.js'

const good = settingsOf('dev')
const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/x'
const withSettings = (more: object) => settingsOf('test', { test: { ...good, ...more } })
const without = (name: keyof typeof good) => {
  const { [name]: _left, ...rest } = good
  return rest
}

describe('the settings of a stage', () => {
  it('are those of infra/stages.yml, for dev and for prod', () => {
    expect(settingsOf('dev')).toMatchObject({ nativePrefix: 'service', logRetentionInDays: 14 })
    expect(settingsOf('prod')).toMatchObject({ nativePrefix: 'service', logRetentionInDays: 90 })
  })

  it.each(['prd', 'constructor', '__proto__'])('are none for a stage that does not exist: %s', (stage) => {
    expect(() => settingsOf(stage)).toThrow(/no stage "constructor"|no stage "prd"|A stage is named/)
  })

  it.each<[string, object, string | RegExp]>([
    ['missing', without('geocoder'), 'geocoder is missing'],
    ['of another name', { ...good, nativePrefx: 'a' }, 'nativePrefx is no setting'],
    ['empty', { ...good, nativePrefix: '' }, 'nativePrefix must be letters'],
    ['reserved', { ...good, nativePrefix: 'osdi' }, 'nativePrefix must be letters'],
    ['none of those that there are', { ...good, geocoder: 'google' }, 'geocoder must be embedded or amazon-location'],
    ['a number that AWS does not take', { ...good, logRetentionInDays: 15 }, 'logRetentionInDays must be one of'],
    ['text where a number belongs', { ...good, throttle: { rate: '1', burst: 1 } }, 'throttle.rate must be a number'],
    ['zero', { ...good, rsvpThrottle: { rate: 0, burst: 1 } }, 'rsvpThrottle.rate must be above 0'],
    [
      'a day that does not exist',
      { ...good, version1Ends: '2027-02-30' },
      'version1Ends must be a day like 2027-12-31',
    ],
    ['not an address', { ...good, alarmEmail: 'me' }, 'alarmEmail must be an email address'],
    ['a base of links with a path', { ...good, publicUrl: 'https://a.org/x' }, 'publicUrl must be https://'],
    ['a base of links with a name', { ...good, publicUrl: 'https://me@a.org' }, 'publicUrl must be https://'],
    ['a domain with an empty label', { ...good, domain: { name: 'a.-.org', certificate } }, 'domain.name must be'],
    [
      'a certificate of another region',
      { ...good, region: 'eu-central-1', domain: { name: 'a.org', certificate } },
      'domain.certificate must lie in the region of the stage, eu-central-1',
    ],
    ['half of a domain', { ...good, domain: { name: 'a.org' } }, 'domain.certificate is missing'],
    [
      'a secret where its hash belongs',
      { ...good, cdn: { addressHeader: 'cf-connecting-ip', secretHash: 'hunter2' } },
      /cdn.secretHash must be a SHA-256 in 64 hexadecimal digits$/,
    ],
    [
      'a header that viewers can write',
      { ...good, cdn: { addressHeader: 'x-forwarded-for', secretHash: 'a'.repeat(64) } },
      'cdn.addressHeader must be a header in lower case with one address, and not x-forwarded-for',
    ],
    [
      'an end of the only address',
      { ...good, disableExecuteApiEndpoint: true },
      'disableExecuteApiEndpoint needs a domain',
    ],
    [
      'an address alone',
      { ...good, mail: 'events@example.org' },
      'mail must be none, or have settings beneath it (from, perSecond), not "events@example.org"',
    ],
    ['a list of tags', { ...good, tags: ['a'] }, 'tags must have names with values beneath it'],
    [
      'not a group',
      { ...good, eventDay: true },
      'eventDay must have settings beneath it (provisionedConcurrency, reservedConcurrency, rsvpsPerSecond), not true',
    ],
    [
      'at odds with another',
      { ...good, eventDay: { provisionedConcurrency: 9, reservedConcurrency: 3 } },
      'eventDay.provisionedConcurrency must not exceed',
    ],
    [
      'more instances than the account can keep',
      { ...good, eventDay: { reservedConcurrency: 300 } },
      /reservedConcurrency keeps 300 instances of each of 5 functions, 1500 of the 1000 .* at most 180 of each/,
    ],
    [
      'instances of a new account',
      { ...good, accountConcurrency: 10, eventDay: { reservedConcurrency: 1 } },
      /of the 10 of the account .* none can be kept/,
    ],
    ['a tag of AWS', { ...good, tags: { 'aws:x': 'y' } }, 'must be the name of a tag'],
    ['a key without its ARN', { ...good, kmsKey: 'alias/ours' }, 'kmsKey must be the ARN of a key'],
    [
      'a cap below what the event day needs',
      {
        ...good,
        rsvpThrottle: { rate: 5_000, burst: 5_000 },
        throughputCap: { read: 40_000, write: 20_000 },
        eventDay: { rsvpsPerSecond: 5_000 },
      },
      'throughputCap.write must not be below 26500, which eventDay.rsvpsPerSecond needs',
    ],
    ['of no place', { ...good, region: 'Frankfurt' }, 'region must be a region of AWS'],
    ['no table', { ...good, table: 'a b' }, 'table must be the name of a table'],
    [
      'about warm instances, but none about an address',
      { ...good, eventDay: { provisionedConcurrency: 9 } },
      'eventDay.provisionedConcurrency needs a domain or a publicUrl',
    ],
    [
      'a rate of RSVPs that API Gateway would refuse',
      { ...good, eventDay: { rsvpsPerSecond: good.rsvpThrottle.rate + 1 } },
      'eventDay.rsvpsPerSecond must not exceed rsvpThrottle.rate',
    ],
    [
      'in units, which follow from a rate',
      { ...good, eventDay: { warmThroughput: { read: 24_000, write: 24_000 } } },
      'eventDay.warmThroughput is no setting',
    ],
  ])('are refused when one is %s', (_, settings, fault) => {
    expect(() => settingsOf('test', { test: settings })).toThrow(fault)
  })

  it('are taken when the instances of an event day leave what AWS wants to the account', () => {
    const eventDay = { reservedConcurrency: 180 }
    expect(settingsOf('test', { test: { ...good, eventDay } })).toMatchObject({ eventDay })
    const larger = { ...good, accountConcurrency: 1_600, eventDay: { reservedConcurrency: 300 } }
    expect(settingsOf('test', { test: larger })).toMatchObject({ accountConcurrency: 1_600 })
  })

  it.each([
    ['a tab', 'dev:\n\tgeocoder: embedded', /^infra\/stages.yml cannot be read: Tabs are not allowed .* line 2/],
    ['a part that does not exist', 'dev:\n  <<: *defalts', /^infra\/stages.yml cannot be read: /],
  ])('are refused with the name of the file where it has %s', (_, text, fault) => {
    expect(() => stagesIn(text)).toThrow(fault)
    expect(stagesIn('dev: &d\n  a: 1\nprod:\n  <<: *d')).toEqual({ dev: { a: 1 }, prod: { a: 1 } })
  })

  it.each(['', '# dev:', '- dev', 'dev'])('are refused where the file has no stages: %j', (text) => {
    expect(() => stagesIn(text)).toThrow('infra/stages.yml has no stages')
  })

  it('are refused with every fault at once', () => {
    const wrong = { ...good, geocoder: 'google', nativePrefix: 7, more: 1 }
    expect(() => settingsOf('test', { test: wrong })).toThrow(/nativePrefix.*\n.*geocoder.*\n.*more/)
    const atOdds = { ...good, eventDay: { provisionedConcurrency: 9 }, disableExecuteApiEndpoint: true }
    expect(() => settingsOf('test', { test: atOdds })).toThrow(/eventDay.*\n.*disableExecuteApiEndpoint/)
  })
})

describe('a setting', () => {
  it('closes the address that AWS gives the API, where there is a domain', () => {
    const domain = { name: 'events.example.org', certificate }
    const closed = withSettings({ domain, disableExecuteApiEndpoint: true })
    expect(apiResources(closed)['HttpApi']).toMatchObject({ Properties: { DisableExecuteApiEndpoint: true } })
    expect(Object.keys(apiOutputs(closed))).toEqual(['TableInService', 'Version', 'DomainTarget'])
    expect(JSON.stringify(apiResources(good)['HttpApi'])).not.toContain('Disable')
  })

  it('gives a stage its own domain, to which links lead unless another address is said', () => {
    const domain = { name: 'events.example.org', certificate: 'arn:aws:acm:us-east-1:1:certificate/c' }
    const settings = withSettings({ domain })
    expect(apiResources(settings)).toMatchObject({
      Domain: { Properties: { DomainName: domain.name } },
      DomainMapping: { Properties: { Stage: '$default' } },
    })
    expect(apiOutputs(settings)).toHaveProperty('DomainTarget')
    expect(publicUrlOf(settings)).toBe('https://events.example.org')
    expect(publicUrlOf({ ...settings, publicUrl: 'https://cdn.example.org' })).toBe('https://cdn.example.org')
    expect(apiResources(good)).not.toHaveProperty('Domain')
    expect(publicUrlOf(good)).toHaveProperty('Fn::Sub')
  })

  it('keeps instances warm on an event day for what takes RSVPs alone, and sends requests to them', () => {
    const eventDay = { provisionedConcurrency: 50, reservedConcurrency: 300 }
    const settings = withSettings({
      publicUrl: 'https://events.example.org',
      accountConcurrency: 3_000,
      eventDay,
    })
    const entries = Object.entries(functionEntries(settings))
    const warm = entries.filter(([, entry]) => 'provisionedConcurrency' in entry)
    expect(warm.map(([id]) => id)).toEqual([
      'v2-create-campaign-attendance',
      'v2-create-attendance',
      'v1-create-attendance',
      'pages-record-attendance',
      'pages-record-series-attendances',
    ])
    expect(warm[0]?.[1]).toMatchObject({ provisionedConcurrency: 50, reservedConcurrency: 300 })
    const target = (path: string, method: string) =>
      (apiResources(settings)['HttpApi'] as any).Properties.Body.paths[path][method]['x-amazon-apigateway-integration']
        .uri['Fn::Sub']
    expect(target('/api/v2/events/{id}/attendances', 'post')).toContain(
      '/${V2DashcreateDashattendanceProvConcLambdaAlias}/invocations',
    )
    expect(target('/api/v2/events/{id}', 'get')).toContain('/${V2DashgetDasheventLambdaFunction.Arn}/invocations')
  })

  it('sends no route to a function of which the template says that it needs the address of the API', () => {
    const body = (more: object) => JSON.stringify(apiResources(withSettings(more))['HttpApi'])
    expect(body({})).not.toContain('LambdaFunction')
    expect(body({ publicUrl: 'https://events.example.org' })).toContain('LambdaFunction.Arn')
  })

  it('makes the table and the indexes that RSVPs enter ready for the RSVPs a second of an event day', () => {
    const warmOf = (rsvpsPerSecond?: number) => {
      const rsvpThrottle = { rate: 6_000, burst: 4_000 }
      const settings = withSettings({ rsvpThrottle, eventDay: { rsvpsPerSecond } })
      const template = tableTemplate('turnout-test', settings) as any
      const { WarmThroughput, GlobalSecondaryIndexes } = template.Resources.Table.Properties
      const indexes = Object.fromEntries(
        GlobalSecondaryIndexes.flatMap((each: any) =>
          each.WarmThroughput ? [[each.IndexName, each.WarmThroughput]] : [],
        ),
      )
      return { table: WarmThroughput, indexes }
    }
    expect(warmOf(5_000)).toEqual({
      table: { ReadUnitsPerSecond: 31_000, WriteUnitsPerSecond: 26_500 },
      indexes: {
        [PENDING]: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 20_000 },
        modified: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 5_000 },
      },
    })
    // AWS refuses less than what a new table is ready for.
    expect(warmOf(10)).toEqual({
      table: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000 },
      indexes: {
        [PENDING]: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000 },
        modified: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000 },
      },
    })
    expect(warmOf()).toEqual({ table: undefined, indexes: {} })
  })

  it('lets only functions that write locations ask Amazon Location', () => {
    const roles = roleResources(withSettings({ geocoder: 'amazon-location' }))
    const asking = Object.keys(roles).filter((id) => JSON.stringify(roles[id]).includes('geo-places:Geocode'))
    expect(asking).toContain('V2CreateEventRole')
    expect(asking).not.toContain('V2GetEventRole')
    expect(JSON.stringify(roleResources(good))).not.toContain('geo-places')
  })

  it('tells an address of alarms', () => {
    const monitoring = 'essential'
    expect(alarmResources(withSettings({ monitoring, alarmEmail: 'ops@example.org' }))).toMatchObject({
      AlarmEmail: { Properties: { Endpoint: 'ops@example.org', TopicArn: { Ref: 'AlarmTopic' } } },
    })
    expect(alarmResources(withSettings({ monitoring }))).not.toHaveProperty('AlarmEmail')
    expect(alarmResources(withSettings({ monitoring, alarmEmail: 'none' }))).not.toHaveProperty('AlarmEmail')
  })

  it('tells the same address of a bill above the budget, and nobody without one of the two', () => {
    const both = { monthlyBudget: 50, alarmEmail: 'ops@example.org' }
    expect(budgetResources(withSettings(both))).toMatchObject({
      Budget: { Properties: { Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' } } } },
    })
    for (const without of [{ monthlyBudget: undefined }, { alarmEmail: undefined }, { alarmEmail: 'none' }])
      expect(budgetResources(withSettings({ ...both, ...without }))).toEqual({})
  })

  it.each(['prod', 'production', 'eu-prod'])(
    'deploys a stage %s only with an address of alarms, or none that is meant',
    (stage) => {
      const monitored = { ...good, monitoring: 'essential', mail: 'none' }
      const deploys = (more: object) => () => deployableSettingsOf(stage, { [stage]: { ...monitored, ...more } })
      expect(deploys({ monitoring: 'none' })).not.toThrow()
      expect(deploys({})).toThrow('alarmEmail is missing: no alarm of production would reach anyone.')
      expect(deploys({ alarmEmail: 'ops@example.org' })).not.toThrow()
      expect(deploys({ alarmEmail: 'none' })).not.toThrow()
    },
  )

  it('deploys production only with a sender of mail, or none that is meant', () => {
    const deploys = (more: object) => () =>
      deployableSettingsOf('prod', { prod: { ...good, alarmEmail: 'none', ...more } })
    expect(deploys({})).toThrow('mail is missing: guests would get no confirmation')
    expect(deploys({ mail: { from: 'events@example.org' } })).not.toThrow()
    expect(deploys({ mail: 'none' })).not.toThrow()
  })

  it('watches production for lost work, and other stages not at all, unless it says otherwise', () => {
    const { monitoring: _none, ...unsaid } = good
    const monitored = (stage: string, more = {}) => settingsOf(stage, { [stage]: { ...unsaid, ...more } }).monitoring
    expect(monitored('prod')).toBe('essential')
    expect(monitored('dev')).toBe('none')
    expect(monitored('dev', { monitoring: 'full' })).toBe('full')
  })

  it('has at most ten metrics of alarms that are essential, which AWS gives each account', () => {
    const mail = { from: 'events@example.org' }
    const metrics = alarmsOf({ monitoring: 'essential', mail }).flatMap(({ of }) => of)
    expect(metrics.length).toBeLessThanOrEqual(10)
    expect(alarmsOf({ monitoring: 'none', mail })).toEqual([])
    const named = (settings: Parameters<typeof alarmsOf>[0]) => alarmsOf(settings).map(({ name }) => name)
    expect(named({ monitoring: 'essential' })).not.toContain('MailBounces')
  })

  it('fits into an account that may run ten functions at once', () => {
    const { settings, said } = fitted(good, 10, 'eu-central-1')
    expect(said[0]).toContain('This account may run 10 functions at once in eu-central-1.')
    expect(said[1]).toContain('each queue runs at most 2 at once')
    const most = (of: Settings) =>
      Object.values(queueFunctionEntries(of)).flatMap((each: any) => each.events[0].sqs?.maximumConcurrency ?? [])
    expect(new Set(most(settings))).toEqual(new Set([2]))
    expect(Math.max(...most(fitted(good, 1_000, 'eu-central-1').settings))).toBe(100)
    expect(() => fitted(withSettings({ eventDay: { reservedConcurrency: 5 } }), 10, 'eu-central-1')).toThrow(
      'none can be kept',
    )
  })

  it('sends no more emails a second than Amazon SES takes, and says what keeps them from people', () => {
    const sending = withSettings({ mail: { from: 'events@example.org', perSecond: 50 } })
    const SendQuota = { MaxSendRate: 1, Max24HourSend: 200, SentLast24Hours: 0 }
    const inSandbox = mailFitted(sending, { ProductionAccessEnabled: false, SendingEnabled: true, SendQuota })
    expect(inSandbox.settings.mail?.perSecond).toBe(1)
    expect(inSandbox.said).toEqual([
      expect.stringContaining('in its sandbox: 200 mails a day'),
      expect.stringContaining('mail.perSecond is 50: the stage sends 1.'),
    ])
    const allowed = { ProductionAccessEnabled: true, SendingEnabled: true, EnforcementStatus: 'HEALTHY' }
    const quota = { ...SendQuota, MaxSendRate: 80 }
    expect(mailFitted(sending, { ...allowed, SendQuota: quota })).toEqual({ settings: sending, said: [] })
    const rateless = withSettings({ mail: { from: 'events@example.org' } })
    expect(mailFitted(rateless, { ...allowed, SendQuota: quota }).settings.mail?.perSecond).toBe(80)
    const stopped = { ...allowed, EnforcementStatus: 'SHUTDOWN', SendQuota: quota }
    expect(mailFitted(sending, stopped).said).toEqual([expect.stringContaining('has stopped the emails')])
    expect(mailFitted(sending, undefined).said).toEqual([expect.stringContaining('does not say')])
    expect(mailFitted(sending, undefined).settings).toBe(sending)
    expect(mailFitted(good, undefined)).toEqual({ settings: good, said: [] })
  })

  it('deploys other stages without an address of alarms', () => {
    for (const stage of ['dev', 'products', 'test-1'])
      expect(() => deployableSettingsOf(stage, { [stage]: good })).not.toThrow()
  })
})

it('a deployment with faults in its settings ends with one sentence for each, and does nothing', () => {
  const deploy = () =>
    execFileSync(process.execPath, ['--import', 'tsx', 'infra/deploy.ts', 'deploy', '--stage', 'nowhere'], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(deploy).toThrow('There is no stage "nowhere"')
})
