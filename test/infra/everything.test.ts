import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { alarms } from '../../infra/monitoring/alarms.js'
import { unknownTypes } from '../../infra/permissions/deployer.js'
import { deployableSettingsOf } from '../../infra/settings.js'
import { writeParts } from '../../infra/template.js'
import { type Template, permissionFaults, statementsOf, templateFaults } from '../support/lambda/cloudformation.js'
import { fromRun } from '../support/on-request.js'

/*
 * The template of prod with every setting on, as the serverless CLI makes it.
 */

const run = promisify(execFile)

const kmsKey = 'arn:aws:kms:eu-central-1:123456789012:key/1'
const everything = {
  ...deployableSettingsOf('dev'),
  defaultOriginSystem: 'Our website',
  geocoder: 'amazon-location',
  region: 'eu-central-1',
  monitoring: 'full',
  alarmEmail: 'ops@example.org',
  monthlyBudget: 50,
  domain: { name: 'events.example.org', certificate: 'arn:aws:acm:eu-central-1:123456789012:certificate/1' },
  publicUrl: 'https://cdn.example.org',
  corsOrigins: ['https://app.example.org'],
  visitors: { perNetwork: 120, perEvent: 3_000 },
  cdn: { addressHeader: 'cloudfront-viewer-address', secretHash: 'a'.repeat(64) },
  mail: { from: 'Events <events@example.org>', perSecond: 14 },
  disableExecuteApiEndpoint: true,
  accountConcurrency: 5_000,
  rsvpThrottle: { rate: 6_000, burst: 4_000 },
  eventDay: { provisionedConcurrency: 50, reservedConcurrency: 200, rsvpsPerSecond: 5_000 },
  tags: { 'cost-center': 'events' },
  kmsKey,
  permissionsBoundary: 'arn:aws:iam::123456789012:policy/turnout-prod-boundary',
  throughputCap: { read: 40_000, write: 40_000 },
  backup: { keepDays: 35, copyTo: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:turnout' },
  tracing: true,
  dualStack: true,
}

let template: Template
let stackTags: unknown
const ofType = (type: string) => Object.values(template.Resources).filter(({ Type }) => Type === type)

beforeAll(async () => {
  const folder = resolve('.cache/everything')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(`${folder}/build`, { recursive: true })
  for (const name of ['infra', 'serverless.yml']) cpSync(name, `${folder}/${name}`, { recursive: true })
  for (const name of ['node_modules', 'lib', 'package.json']) symlinkSync(resolve(name), `${folder}/${name}`)
  const zips = resolve(await fromRun('package'))
  for (const name of readdirSync(zips).filter((each) => each.endsWith('.zip')))
    symlinkSync(`${zips}/${name}`, `${folder}/build/${name}`)
  const settings = deployableSettingsOf('prod', { prod: everything })
  await writeParts('prod', settings, { region: 'eu-central-1' }, `${folder}/build`)
  await run(resolve('node_modules/.bin/osls'), ['package', '--stage', 'prod', '--region', 'eu-central-1'], {
    cwd: folder,
  })
  const made = (name: string) => JSON.parse(readFileSync(`${folder}/.serverless/${name}`, 'utf8'))
  template = made('cloudformation-template-update-stack.json') as Template
  stackTags = made('serverless-state.json').service.provider.stackTags
})

describe('prod with every setting', () => {
  it('each role has the boundary of the settings', () => {
    const roles = ofType('AWS::IAM::Role')
    expect(roles.length).toBeGreaterThan(20)
    for (const { Properties } of roles)
      expect(Properties).toMatchObject({ PermissionsBoundary: everything.permissionsBoundary })
  })

  it('tells the topic of every alarm, each of which the guide explains', () => {
    const guide = readFileSync('docs/alarms.md', 'utf8')
    expect(ofType('AWS::CloudWatch::Alarm')).toHaveLength(alarms.length)
    for (const { Properties } of ofType('AWS::CloudWatch::Alarm')) {
      expect(Properties.AlarmActions).toEqual([{ Ref: 'AlarmTopic' }])
      expect(guide).toContain(`\`${Properties.AlarmName.replace('turnout-prod-', '')}\``)
    }
  })

  it('has alarms in a table of the guide, with the monitoring that each is part of', () => {
    const rows = [...readFileSync('docs/alarms.md', 'utf8').matchAll(/^\| (.*?) +\| `(essential|full)` /gm)]
    const told = rows.flatMap(([, names = '', level]) =>
      [...names.matchAll(/`([A-Z][\w…-]+)`/g)].map(([, name = '']) => [name.replace('…', ''), level] as const),
    )
    for (const { name, essential } of alarms) {
      const levels = told.filter(([each]) => name === each || (each.endsWith('-') && name.startsWith(each)))
      expect([name, levels.map(([, level]) => level)]).toEqual([name, [essential ? 'essential' : 'full']])
    }
  })

  it('raises alarms on what the table and its indexes refuse, within what one alarm may sum', () => {
    for (const kind of ['Read', 'Write']) {
      const { Metrics } = template.Resources[`Table${kind}sThrottledAlarm`]!.Properties
      const metrics = Metrics.flatMap(({ MetricStat }: any) => MetricStat?.Metric ?? [])
      expect(metrics.length).toBeLessThanOrEqual(10)
      const names = metrics.map(({ MetricName }: any) => MetricName)
      expect(new Set(names)).toEqual(new Set([`${kind}ThrottleEvents`]))
      const refusing = metrics.map(({ Dimensions }: any) => Dimensions[1]?.Value ?? 'the table')
      expect(refusing).toEqual(['the table', 'members', 'pending', 'changes', 'modified', 'starts'])
    }
  })

  it('counts what mappings read, where an alarm asks for it', () => {
    const counted = ofType('AWS::Lambda::EventSourceMapping').filter(({ Properties }) => Properties.MetricsConfig)
    expect(counted).toHaveLength(2)
  })

  it('draws a dashboard of metrics that exist', () => {
    const { DashboardBody } = template.Resources['Dashboard']!.Properties
    const { widgets } = JSON.parse(DashboardBody['Fn::Sub'])
    expect(widgets).toHaveLength(13)
    expect(DashboardBody['Fn::Sub']).not.toContain('sls:')
  })

  it('backs the table and the images up every day, with a copy elsewhere', () => {
    const [plan] = ofType('AWS::Backup::BackupPlan')
    expect(plan?.Properties?.['BackupPlan']).toMatchObject({
      BackupPlanRule: [{ Lifecycle: { DeleteAfterDays: 35 }, CopyActions: [{ Lifecycle: { DeleteAfterDays: 35 } }] }],
    })
    const [selection] = ofType('AWS::Backup::BackupSelection')
    expect(JSON.stringify(selection?.Properties)).toContain('table/turnout-prod')
    expect(selection?.Properties.BackupSelection.Resources).toContainEqual({ 'Fn::Sub': '${Images.Arn}' })
    // AWS Backup takes only a bucket with versions.
    expect(template.Resources['Images']?.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' })
    // The vault of a stack that was removed stays: that of the next one has another name.
    expect(JSON.stringify(ofType('AWS::Backup::BackupVault')[0]?.Properties)).toContain('AWS::StackId')
  })

  it('stays under 450 resources, where a stack takes 500', () => {
    expect(Object.keys(template.Resources).length).toBeLessThan(450)
  })

  it('is what CloudFormation knows, and refers to nothing that is not there', () => {
    expect(templateFaults(template)).toEqual([])
  })

  it('can be deployed with the policy of deployers', () => {
    expect(unknownTypes([...new Set(Object.values(template.Resources).map(({ Type }) => Type))])).toEqual([])
  })

  it('allows nothing on anything but what has no name to IAM', () => {
    const traces = /allows xray:PutTraceSegments,xray:PutTelemetryRecords on anything$/
    // AWS keeps the policy of its backups up to date.
    const backups = /^BackupRole has a policy of another resource$/
    const expected = (fault: string) => traces.test(fault) || backups.test(fault)
    expect(permissionFaults(template).filter((fault) => !expected(fault))).toEqual([])
  })

  it('lets each function use the key of the table, through DynamoDB alone', () => {
    for (const { Properties } of ofType('AWS::Lambda::Function')) {
      const role = template.Resources[Properties.Role['Fn::GetAtt'][0]]!
      const own = statementsOf(role).filter(({ Action }) => String(Action).includes('kms:'))
      expect(own).toEqual([
        {
          Effect: 'Allow',
          Action: ['kms:Decrypt', 'kms:Encrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
          Resource: [kmsKey],
          Condition: {
            StringEquals: { 'kms:ViaService': { 'Fn::Sub': 'dynamodb.${AWS::Region}.amazonaws.com' } },
          },
        },
      ])
    }
  })

  it('traces every function', () => {
    for (const { Properties } of ofType('AWS::Lambda::Function'))
      expect(Properties.TracingConfig).toEqual({ Mode: 'Active' })
  })

  it('answers over both versions of the internet protocol', () => {
    expect(ofType('AWS::ApiGatewayV2::Api')[0]?.Properties.IpAddressType).toBe('dualstack')
    const [domain] = ofType('AWS::ApiGatewayV2::DomainName')
    expect(domain?.Properties.DomainNameConfigurations[0].IpAddressType).toBe('dualstack')
  })

  it('has the tags of the settings on its stack', () => {
    expect(stackTags).toEqual({ 'cost-center': 'events' })
  })
})
