import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BOUNDARY_FILE, boundary, boundaryText, bounded } from '../../infra/permissions/boundary.js'
import { POLICY_FILE, policy, policyText, unknownTypes } from '../../infra/permissions/deployer.js'
import { callingRole, roleResources } from '../../infra/permissions/roles.js'
import { releaseResources } from '../../infra/launch/release-resources.js'
import { deployableSettingsOf } from '../../infra/settings.js'

const EVERYTHING = {
  ...deployableSettingsOf('dev'),
  geocoder: 'amazon-location' as const,
  mail: { from: 'Events <events@example.org>', perSecond: 14 },
  kmsKey: 'arn:aws:kms:eu-central-1:123456789012:key/1',
  tracing: true,
}

it('the policy of deployers is as it was generated', () => {
  expect(JSON.parse(readFileSync(POLICY_FILE, 'utf8'))).toEqual(JSON.parse(policyText()))
})

it('the policy allows nothing on anything, but for what has no name to IAM', () => {
  const anything = policy.Statement.filter(({ Resource }) => Resource.includes('*'))
  expect(anything.map(({ Sid }) => Sid)).toEqual(['Account', 'Mappings', 'Deliveries'])
  for (const { Action } of policy.Statement) expect(Action.filter((each) => each.endsWith(':*'))).toEqual([])
})

it('the policy fits into a role, whose own policies may have 10,240 characters without blanks', () => {
  expect(JSON.stringify(policy).length).toBeLessThan(10_240)
})

it('a kind of resource without a statement is named', () => {
  expect(unknownTypes(['AWS::Lambda::Alias', 'AWS::EC2::Instance'])).toEqual(['AWS::EC2::Instance'])
})

it('the policy and the boundary fit a stack of the template: its functions that fill it, its log groups', () => {
  const ofLaunch = Object.values(releaseResources('')).map(({ Type }) => Type)
  expect(unknownTypes([...ofLaunch, 'Custom::FirstOrganizer'])).toEqual([])
  for (const { Statement } of [policy, boundary]) {
    const ofLogs = Statement.filter(({ Action }) =>
      Action.some((each) => /^logs:.*(LogGroup|PutLogEvents)$/.test(each)),
    )
    expect(ofLogs.flatMap(({ Resource }) => Resource)).toContain(
      'arn:aws:logs:REGION:ACCOUNT:log-group:/turnout/turnout-STAGE/*',
    )
  }
})

it('the policy uses keys through the table and its backups alone', () => {
  const keys = policy.Statement.filter(({ Action }) => Action.some((each) => each.startsWith('kms:')))
  expect(keys.map(({ Condition }) => Condition)).toEqual([
    {
      StringEquals: { 'kms:ViaService': ['dynamodb.REGION.amazonaws.com', 'backup.REGION.amazonaws.com'] },
    },
  ])
})

it('the policy makes and changes no role without the boundary, and takes none away', () => {
  const ofRoles = policy.Statement.filter(({ Action }) => Action.some((each) => each.startsWith('iam:')))
  const free = ofRoles.filter(({ Condition }) => Condition === undefined).flatMap(({ Action }) => Action)
  expect(free.filter((each) => /:(Create|Put|Attach|Detach)|Boundary|:DeleteRolePolicy/.test(each))).toEqual([])
  expect(ofRoles.flatMap(({ Action }) => Action)).not.toContain('iam:DeleteRolePermissionsBoundary')
  expect(ofRoles.find(({ Action }) => Action.includes('iam:CreateRole'))?.Condition).toEqual({
    StringEquals: { 'iam:PermissionsBoundary': 'arn:aws:iam::ACCOUNT:policy/turnout-STAGE-boundary' },
  })
})

it('the boundary is as it was generated, has every action of every role, and none that gives permissions', () => {
  expect(JSON.parse(readFileSync(BOUNDARY_FILE, 'utf8'))).toEqual(JSON.parse(boundaryText()))
  const most = new Set(boundary.Statement.flatMap(({ Action }) => Action))
  const text = JSON.stringify([roleResources(EVERYTHING), callingRole(['api']), releaseResources('')])
  const used = [...text.matchAll(/"Action":(\[[^\]]*\])/g)].flatMap(([, all = '[]']) => JSON.parse(all) as string[])
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((action) => !most.has(action))).toEqual([])
  expect([...most].filter((action) => /^(iam|sts|organizations|cloudformation):/.test(action))).toEqual([])
})

it('each role of the stack has the boundary of the settings, and nothing else is changed', () => {
  const roles = { ...roleResources(EVERYTHING), ApiRole: callingRole(['api']) }
  const arn = 'arn:aws:iam::123456789012:policy/turnout-prod-boundary'
  for (const role of Object.values(bounded({ permissionsBoundary: arn }, roles)))
    expect(role).toMatchObject({ Properties: { PermissionsBoundary: arn } })
  expect(bounded({}, roles)).toEqual(roles)
  expect(bounded({ permissionsBoundary: arn }, { Bucket: { Type: 'AWS::S3::Bucket' } })).toEqual({
    Bucket: { Type: 'AWS::S3::Bucket' },
  })
})
