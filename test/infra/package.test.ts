import { execFile } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { idOf } from '../../infra/functions.js'
import { allEndpoints, consumers } from '../../infra/routes.js'
import '../support/service.js'

const run = promisify(execFile)

interface Template {
  Conditions: Record<string, object>
  Resources: Record<string, { Type: string; Properties: any; DeletionPolicy?: string }>
}

let resources: Template['Resources']
let conditions: Template['Conditions']
const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type)

/** What `npm run package` makes, without credentials and from an empty home. */
beforeAll(async () => {
  const without = ['-u', 'AWS_ACCESS_KEY_ID', '-u', 'AWS_SECRET_ACCESS_KEY', 'HOME=/nonexistent']
  await run('env', [...without, 'npm', 'run', '-s', 'package'])
  const template = readFileSync('.serverless/cloudformation-template-update-stack.json', 'utf8')
  ;({ Resources: resources, Conditions: conditions } = JSON.parse(template) as Template)
}, 60_000)

describe('the package', () => {
  it('has one function for each file under functions/, and no other', () => {
    const files = (readdirSync('functions', { recursive: true }) as string[]).filter((file) =>
      file.endsWith('.ts'),
    )
    const names = [...allEndpoints.map(({ name }) => name), ...consumers]
    expect(files.map((file) => file.replace(/\.ts$/, '')).sort()).toEqual(names.sort())
    const deployed = ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName)
    expect(deployed.sort()).toEqual(names.map((name) => `turnout-dev-${idOf({ name })}`).sort())
  })

  it('has one route for each endpoint, leading to its function, and none that ends in a slash', () => {
    const targets = Object.fromEntries(
      ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => [
        Properties.RouteKey,
        JSON.stringify(Properties.Target),
      ]),
    )
    for (const endpoint of allEndpoints) {
      const { route } = endpoint
      const integration = /HttpApiIntegration\w+/.exec(targets[route] ?? '')?.[0] ?? ''
      const uri = resources[integration]?.Properties.IntegrationUri['Fn::GetAtt'][0] as string
      expect([route, resources[uri]?.Properties.FunctionName]).toEqual([
        route,
        `turnout-dev-${idOf(endpoint)}`,
      ])
    }
    expect(Object.keys(targets).sort()).toEqual(allEndpoints.map(({ route }) => route).sort())
    // API Gateway refuses such a route, and with it the whole deployment.
    expect(Object.keys(targets).filter((route) => route.endsWith('/'))).toEqual([])
  })

  it('runs every function on the runtime and processor of the design, with its environment', () => {
    for (const [, { Properties }] of ofType('AWS::Lambda::Function'))
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: expect.any(Number),
        Environment: {
          Variables: { TABLE_NAME: 'turnout-dev', NATIVE_PREFIX: 'service', PUBLIC_URL: expect.anything() },
        },
      })
  })

  it('lets functions that read not write, nobody scan, only those delete that must, and names every resource', () => {
    const actions = (role: string) => {
      const statements = resources[role]?.Properties.Policies.flatMap((policy: any) =>
        'Fn::If' in policy ? [] : policy.PolicyDocument.Statement,
      )
      for (const { Resource } of statements) expect(JSON.stringify(Resource)).not.toContain('"*"')
      return statements.flatMap(({ Action }: any) => Action) as string[]
    }
    for (const endpoint of allEndpoints) {
      const role = ofType('AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `turnout-dev-${idOf(endpoint)}`,
      )?.[1].Properties.Role['Fn::GetAtt'][0]
      const allowed = actions(role)
      expect(allowed.filter((action) => /Scan|\*/.test(action))).toEqual([])
      expect(allowed.some((action) => action.includes('Delete'))).toBe(endpoint.access === 'delete')
      expect(allowed.some((action) => /Put|Update/.test(action) && action.startsWith('dynamodb:'))).toBe(
        ['write', 'delete'].includes(endpoint.access),
      )
      expect(allowed.some((action) => /Get|Query/.test(action))).toBe(endpoint.access !== 'none')
    }
  })

  it('gives the table of places, and where the settings say so Amazon Location, to what writes locations alone', () => {
    const writing = allEndpoints.filter(({ geocodes }) => geocodes).map(({ name }) => name)
    expect(writing.sort()).toEqual([
      'other-requests',
      'v1/create-event',
      'v1/update-event',
      'v2/create-attendance',
      'v2/create-campaign-attendance',
      'v2/create-campaign-event',
      'v2/create-event',
      'v2/create-person',
      'v2/update-event',
      'v2/update-person',
    ])
    const [layer, ...others] = ofType('AWS::Lambda::LayerVersion').map(([id]) => id)
    expect(others).toEqual([])
    for (const endpoint of allEndpoints) {
      const [, { Properties }] = ofType('AWS::Lambda::Function').find(
        ([, each]) => each.Properties.FunctionName === `turnout-dev-${idOf(endpoint)}`,
      ) as [string, Template['Resources'][string]]
      const layers = (Properties.Layers ?? []).map((each: { Ref: string }) => each.Ref)
      expect([endpoint.name, layers]).toEqual([endpoint.name, endpoint.geocodes ? [layer] : []])
      const Policies = resources[Properties.Role['Fn::GetAtt'][0]]?.Properties.Policies ?? []
      const conditional = Policies.flatMap((policy: any) => ('Fn::If' in policy ? [policy['Fn::If']] : []))
      expect(conditional).toHaveLength(endpoint.geocodes ? 1 : 0)
      for (const [condition, policy, otherwise] of conditional) {
        expect([condition, otherwise]).toEqual(['AsksAmazonLocation', { Ref: 'AWS::NoValue' }])
        const [{ Action, Resource }] = policy.PolicyDocument.Statement
        expect(Action).toEqual(['geo-places:Geocode'])
        expect(JSON.stringify(Resource)).toContain('::provider/default')
      }
      expect(JSON.stringify(Policies.filter((policy: any) => !('Fn::If' in policy)))).not.toContain(
        'geo-places',
      )
    }
    expect(conditions['AsksAmazonLocation']).toEqual({ 'Fn::Equals': ['embedded', 'amazon-location'] })
  })

  it('numbers members of hot lists from the stream and by a schedule, and loses no batch', () => {
    const [, mapping] = ofType('AWS::Lambda::EventSourceMapping')[0] as [
      string,
      Template['Resources'][string],
    ]
    expect(mapping.Properties).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumBatchingWindowInSeconds: 1,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['UnnumberedQueue', 'Arn'] } } },
    })
    const filter = JSON.parse(mapping.Properties.FilterCriteria.Filters[0].Pattern)
    expect(filter).toEqual({ dynamodb: { NewImage: { waits_for: { S: [{ exists: true }] } } } })
    expect(ofType('AWS::Events::Rule')[0]?.[1].Properties.ScheduleExpression).toBe('rate(1 minute)')
    const statements = resources['NumberingRole']?.Properties.Policies.flatMap(
      (policy: any) => policy.PolicyDocument.Statement,
    )
    const actions = statements.flatMap(({ Action }: any) => Action) as string[]
    expect(actions.filter((action) => /Delete|Scan|\*/.test(action))).toEqual([])
    for (const { Resource } of statements) expect(JSON.stringify(Resource)).not.toContain('"*"')
  })

  it('keeps the table when the stack goes, and logs for a limited time', () => {
    const [, table] = ofType('AWS::DynamoDB::Table')[0] as [string, Template['Resources'][string]]
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    })
    const groups = ofType('AWS::Logs::LogGroup')
    expect(groups).toHaveLength(allEndpoints.length + consumers.length)
    for (const [, { Properties }] of groups) expect(Properties.RetentionInDays).toBeGreaterThan(0)
  })

  it('has functions well under 150 KB, zipped', () => {
    for (const endpoint of allEndpoints)
      expect(statSync(`build/${idOf(endpoint)}.zip`).size).toBeLessThan(150_000)
  })

  it('builds the same zips from the same code', async () => {
    const zips = () =>
      [...allEndpoints.map(idOf), 'places'].map((id) => readFileSync(`build/${id}.zip`).toString('base64'))
    const before = zips()
    await run('npm', ['run', '-s', 'build'])
    expect(zips()).toEqual(before)
  }, 60_000)

  it.each(allEndpoints)('has a bundle of $name that answers', async (endpoint) => {
    const { handler } = createRequire(import.meta.url)(`../../build/${idOf(endpoint)}/index.js`)
    const answer = await handler(
      {
        headers: {},
        rawPath: '/nowhere',
        rawQueryString: '',
        requestContext: { requestId: 'r-1', http: { method: 'GET' } },
      },
      {},
    )
    const expected = { none: 200, read: 403, write: 403, delete: 403 }[endpoint.access]
    // What anybody may read is looked for, and not found; everything else asks for a key first.
    const isPublic = endpoint.route === '$default' || /^(embed|calendars)\//.test(endpoint.name)
    expect(answer.statusCode).toBe(isPublic ? 404 : expected)
    expect(JSON.parse(answer.body)).toBeTypeOf('object')
  })
})
