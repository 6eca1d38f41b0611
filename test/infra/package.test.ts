import { execFile } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { withoutMargin } from '../../infra/package/budget.js'
import { build } from '../../infra/package/build.js'
import { INTERFACE } from '../../infra/package/layer/layer.js'
import { withInventory } from '../../infra/inventory.js'
import { idOf, pascal } from '../../infra/names.js'
import { rolesOf } from '../../infra/permissions/roles.js'
import { COMPUTING_MS } from '../../lib/targeting/query-result.js'
import { allEndpoints, codeOf, routesOf } from '../../lib/http/endpoints/endpoints.js'
import { unknownTypes } from '../../infra/permissions/deployer.js'
import { consumers, launched } from '../../infra/queues/consumers.js'
import { queues } from '../../lib/app/queues.js'
import {
  type Resource,
  type Template,
  permissionFaults,
  statementsOf,
  templateFaults,
} from '../support/lambda/cloudformation.js'
import { fromRun } from '../support/on-request.js'

const run = promisify(execFile)

/** Parts of endpoints, in the folder of the endpoints that both versions have. */
const PARTS = [
  'v1-and-v2/attendance-documents',
  'v1-and-v2/create-attendance',
  'v1-and-v2/embedded-people',
  'v1-and-v2/event-documents',
  'hosting/context',
  'hosting/subject',
]

const TABLE = 'arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/turnout-dev'

let template: Template
let size: number
const ofType = (type: string) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type)
const resource = (id: string) => template.Resources[id] as Resource
const deployed = (id: string) =>
  ofType('AWS::Lambda::Function').find(
    ([, { Properties }]) => Properties.FunctionName === `turnout-dev-${id}`,
  )?.[1] as Resource
/** The operations of the API by their routes, as API Gateway makes them of the document that it imports. */
const routes = (): [route: string, operation: any][] =>
  Object.entries<object>(resource('HttpApi').Properties.Body.paths).flatMap(([path, operations]) =>
    Object.entries<any>(operations).map(([method, operation]): [string, any] => [
      operation.isDefaultRoute
        ? path.slice(1)
        : `${method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
const roleOf = (id: string) => resource(deployed(id).Properties.Role['Fn::GetAtt'][0])

beforeAll(async () => {
  await fromRun('package')
  const text = readFileSync('.serverless/cloudformation-template-update-stack.json', 'utf8')
  template = JSON.parse(text) as Template
  // The CLI uploads the template without the blanks that its file has.
  size = Buffer.byteLength(JSON.stringify(template))
})

describe('the package', () => {
  it('has the resources that docs/architecture.md counts', async () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    expect(await withInventory(page, template)).toBe(page)
  })

  it('has one function for each file under functions/, two for those of both versions, and no other than the template’s own', () => {
    const files = (readdirSync('functions', { recursive: true }) as string[])
      .filter((file) => file.endsWith('.ts') && !file.startsWith('near/'))
      .map((file) => file.replace(/\.ts$/, ''))
    const names = [...allEndpoints.map(({ name }) => name), ...consumers]
    const used = names.map((name) => codeOf(name).file)
    expect([...new Set([...used, ...launched, ...PARTS])].sort()).toEqual(files.sort())
    for (const file of files.filter((file) => file.startsWith('v1-and-v2/')))
      expect([file, used.filter((name) => name === file)]).toEqual([file, PARTS.includes(file) ? [] : [file, file]])
    const functions = ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName)
    expect(functions.sort()).toEqual(names.map((name) => `turnout-dev-${idOf({ name })}`).sort())
  })

  it('is what CloudFormation knows, and refers to nothing that is not there', () => {
    expect(templateFaults(template)).toEqual([])
  })

  it('can be deployed with the policy of deployers', () => {
    expect(unknownTypes([...new Set(Object.values(template.Resources).map(({ Type }) => Type))])).toEqual([])
  })

  it('leaves room below the limits of CloudFormation and of an HTTP API', () => {
    // An HTTP API takes 300 routes and 300 integrations; each route brings an integration.
    expect(routes().length * 1.5).toBeLessThan(300)
    // A function of a new need has a role of its own, so this leaves room for some eighty endpoints.
    expect(Object.keys(template.Resources).length).toBeLessThan(300)
    expect(Object.keys(template.Outputs ?? {}).length * 1.5).toBeLessThan(200)
    expect(size * 1.5).toBeLessThan(1_000_000)
  })

  it('has one route for each endpoint, one more for HEAD of a page, leading to its function, and none that ends in a slash', () => {
    const leading = routes().map(([route, { 'x-amazon-apigateway-integration': integration }]) => {
      expect(integration).toMatchObject({
        type: 'aws_proxy',
        payloadFormatVersion: '2.0',
        credentials: { 'Fn::GetAtt': ['ApiRole', 'Arn'] },
      })
      return [route, /:function:([\w-]+)\/invocations$/.exec(integration.uri['Fn::Sub'])?.[1]]
    })
    const wanted = allEndpoints.flatMap((endpoint) =>
      routesOf(endpoint).map((route) => [route, `turnout-dev-${idOf(endpoint)}`]),
    )
    expect(leading.sort()).toEqual(wanted.sort())
    // API Gateway refuses this route, and with it the whole deployment.
    expect(routes().filter(([route]) => route.endsWith('/') && !/^[A-Z]+ \/$/.test(route))).toEqual([])
    expect(
      routes()
        .filter(([, { isDefaultRoute }]) => isDefaultRoute)
        .map(([route]) => route),
    ).toEqual(['$default'])
  })

  it('describes its routes in OpenAPI that validators accept', () => {
    const { Body } = resource('HttpApi').Properties
    const names = (path: string) => [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
    for (const [path, operations] of Object.entries<Record<string, any>>(Body.paths))
      for (const { parameters = [], responses } of Object.values(operations)) {
        expect(parameters.map(({ name }: any) => name)).toEqual(names(path))
        expect(responses.default.description).toEqual(expect.any(String))
      }
    expect(Body.openapi).toBe('3.0.1')
  })

  it('throttles every route, those that take RSVPs by themselves, and logs what API Gateway sees', () => {
    const { Properties } = resource('HttpApiStage')
    const rushed = allEndpoints.filter(({ rsvps }) => rsvps)
    expect(rushed.map(({ route }) => route)).toEqual(
      allEndpoints.map(({ route }) => route).filter((route) => /^POST .*\/attendances?$/.test(route)),
    )
    expect(Object.keys(Properties.RouteSettings)).toEqual(rushed.map(({ route }) => route))
    // Throttles of routes that are not there would be refused.
    expect(routes().map(([route]) => route)).toEqual(expect.arrayContaining(rushed.map(({ route }) => route)))
    expect(Properties.ApiId).toEqual({ Ref: 'HttpApi' })
    for (const each of [Properties.DefaultRouteSettings, ...Object.values(Properties.RouteSettings)] as any[])
      expect(each).toMatchObject({
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
      })
    expect(Properties.AccessLogSettings.DestinationArn).toEqual({ 'Fn::GetAtt': ['AccessLogs', 'Arn'] })
    const logged = Object.values(JSON.parse(Properties.AccessLogSettings.Format)).join(' ')
    expect(logged).not.toMatch(/sourceIp|userAgent|path|rawQuery|header/i)
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

  it('allows each function what its endpoint needs, and no function anything else', () => {
    expect(permissionFaults(template)).toEqual([])
    for (const role of rolesOf())
      for (const id of role.functions) {
        const statements = statementsOf(roleOf(id)).filter(({ Action }) => String(Action).includes('dynamodb:'))
        expect(statements).toEqual(
          role.grants.map(({ actions, index, leadingKeys, attributes }) => ({
            Effect: 'Allow',
            Action: actions,
            Resource: [{ 'Fn::Sub': `${TABLE}${index ? `/index/${index}` : ''}` }],
            Condition: {
              'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
              ...(actions.includes('dynamodb:PartiQLInsert') && {
                Null: { 'dynamodb:LeadingKeys': 'false' },
              }),
              ...(attributes && {
                'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
                StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE'] },
              }),
            },
          })),
        )
      }
  })

  it('lets functions that only read not write, and delete only those that must', () => {
    for (const endpoint of allEndpoints) {
      const written = statementsOf(roleOf(idOf(endpoint)))
        .filter(({ Action }) => /dynamodb:(Put|Update|PartiQL)/.test(String(Action)))
        .filter(({ Condition }) => !Condition?.['ForAllValues:StringEquals'])
        .flatMap(({ Condition }) => Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'])
      // Requests with a key are counted, and the last use of the key is recorded.
      const changes = written.some((keys) => keys !== 'requests#*')
      const method = endpoint.route.split(' ')[0]
      expect([endpoint.name, changes]).toEqual([endpoint.name, method !== 'GET'])
      const deletes = statementsOf(roleOf(idOf(endpoint))).filter(({ Action }) => String(Action).includes('Delete'))
      for (const { Condition } of deletes)
        for (const key of Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [])
          expect(key).toMatch(
            /^(webhooks|contact|contacts_of_events|blocked|settlements|totals|lease|handed|journal|event_mail|mailing|waiting_list|opt_in|reviews|event_campaign|host_request|identifier#\w+|slug#event|series|sign_in|sign_in_link|identity_provider|suppressed|group|account|listed|campaign_report)#\*$/,
          )
    }
  })

  it('gives what stands for all other addresses as long as the longest of them', () => {
    const timeouts = allEndpoints.map((endpoint) => deployed(idOf(endpoint)).Properties.Timeout as number)
    expect(deployed(idOf({ name: 'other-requests' })).Properties.Timeout).toBe(Math.max(...timeouts))
    // An HTTP API waits for 30 seconds.
    expect(Math.max(...timeouts)).toBeLessThan(30)
  })

  it('gives the table of locations only to functions that write or find locations, and Amazon Location to none by default', () => {
    const writing = allEndpoints.filter(({ geocodes }) => geocodes).map(({ name }) => name)
    expect(writing.sort()).toEqual([
      'hosting/get-page',
      'hosting/send-form',
      'hosting/update-page',
      'manage/interface',
      'other-requests',
      'pages/record-attendance',
      'pages/record-series-attendances',
      'v1/create-event',
      'v1/create-person',
      'v1/update-event',
      'v2/create-attendance',
      'v2/create-attendances',
      'v2/create-campaign-attendance',
      'v2/create-campaign-event',
      'v2/create-event',
      'v2/create-people',
      'v2/create-person',
      'v2/update-event',
      'v2/update-person',
    ])
    const layers = ofType('AWS::Lambda::LayerVersion').map(([id]) => id)
    const [explorer, locations, ...others] = layers.sort()
    expect(others).toEqual([])
    for (const endpoint of allEndpoints) {
      const given = (deployed(idOf(endpoint)).Properties.Layers ?? []).map((each: { Ref: string }) => each.Ref)
      const wanted = [
        ...(endpoint.geocodes || endpoint.finds ? [locations] : []),
        ...(endpoint.explores ? [explorer] : []),
      ]
      expect([endpoint.name, given]).toEqual([endpoint.name, wanted])
    }
    expect(JSON.stringify(template)).not.toContain('geo-places:')
  })

  it('assigns ordinals in contended lists from the stream and by a schedule, and loses no batch', () => {
    const [, mapping] = ofType('AWS::Lambda::EventSourceMapping')[0] as [string, Resource]
    expect(mapping.Properties).toMatchObject({
      EventSourceArn: expect.stringContaining(':table/turnout-dev/stream/'),
      StartingPosition: 'TRIM_HORIZON',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumBatchingWindowInSeconds: 1,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['FailureQueue', 'Arn'] } } },
    })
    const filter = JSON.parse(mapping.Properties.FilterCriteria.Filters[0].Pattern)
    expect(filter).toEqual({ dynamodb: { NewImage: { waits_for: { S: [{ exists: true }] } } } })
    expect(ofType('AWS::Events::Rule')[0]?.[1].Properties.ScheduleExpression).toBe('rate(1 minute)')
    expect(ofType('AWS::Lambda::EventInvokeConfig')[0]?.[1].Properties).toMatchObject({
      FunctionName: { Ref: 'SchedulesDashsweepLambdaFunction' },
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['FailureQueue', 'Arn'] } } },
    })
    expect(statementsOf(resource('OrdinalsRole')).filter(({ Action }) => /Delete/.test(String(Action)))).toMatchObject([
      {
        Condition: {
          'ForAllValues:StringLike': {
            'dynamodb:LeadingKeys': ['handed#*', 'journal#*', 'lease#*', 'settlements#*', 'totals#*', 'waiting_list#*'],
          },
        },
      },
    ])
  })

  it('has no table, which lies in a stack of its own, and keeps logs for a limited time', () => {
    expect(ofType('AWS::DynamoDB::Table')).toEqual([])
    const groups = ofType('AWS::Logs::LogGroup').map(([, { Properties }]) => Properties)
    expect(groups.map(({ LogGroupName }) => LogGroupName)).toEqual(['/turnout/dev/functions', '/turnout/dev/access'])
    for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(14)
    for (const [, { Properties }] of ofType('AWS::Lambda::Function'))
      expect(Properties.LoggingConfig.LogGroup).toBe('/turnout/dev/functions')
  })

  it('has neither alarms nor a dashboard, which cost money by the month', () => {
    for (const kind of ['Alarm', 'Dashboard']) expect(ofType(`AWS::CloudWatch::${kind}`)).toEqual([])
    for (const [, { Properties }] of ofType('AWS::Lambda::EventSourceMapping'))
      expect(Properties).not.toHaveProperty('MetricsConfig')
  })

  it('gives results up only after the last attempt that their queue makes', () => {
    const { VisibilityTimeout, RedrivePolicy } = resource('ComputeResultsQueue').Properties
    expect(COMPUTING_MS).toBeGreaterThan(VisibilityTimeout * RedrivePolicy.maxReceiveCount * 1000)
  })

  it('offers a message again only after the time of its function, and then keeps it as a dead letter', () => {
    for (const { name, seconds, batchSize, concurrency, needsMail, everyMinute } of queues) {
      const id = `${pascal(name)}Queue`
      const { VisibilityTimeout, RedrivePolicy, QueueName } = resource(id).Properties
      expect(QueueName).toBe(`turnout-dev-${name}`)
      expect(VisibilityTimeout).toBeGreaterThan(seconds)
      // An attempt that finds no instance counts.
      expect(RedrivePolicy.maxReceiveCount).toBeGreaterThanOrEqual(5)
      expect(RedrivePolicy.deadLetterTargetArn).toEqual({ 'Fn::GetAtt': ['FailureQueue', 'Arn'] })
      expect(deployed(`queues-${name}`).Properties.Timeout).toBe(seconds)
      const mapping = ofType('AWS::Lambda::EventSourceMapping').find(
        ([, { Properties }]) => Properties.EventSourceArn['Fn::GetAtt']?.[0] === id,
      )
      if (everyMinute) expect(mapping).toBeUndefined()
      else
        expect(mapping?.[1].Properties).toMatchObject({
          BatchSize: batchSize,
          ScalingConfig: { MaximumConcurrency: concurrency },
          // This stage sends no email, and a poll costs.
          Enabled: !needsMail,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        })
    }
  })

  it('lets the function of bounces look into its queue each minute, where the stage sends mail', () => {
    const { Properties } = deployed('queues-note-bounces')
    expect(Properties.Environment.Variables.QUEUES_URL).toEqual(
      deployed('streams-fan-out').Properties.Environment.Variables.QUEUES_URL,
    )
    // It ends before the next run begins, and its messages stay hidden for so long.
    expect(Properties.Timeout).toBeLessThan(60)
    const rules = ofType('AWS::Events::Rule').filter(([, rule]) =>
      JSON.stringify(rule.Properties.Targets).includes('QueuesDashnoteDashbouncesLambdaFunction'),
    )
    expect(rules.map(([, rule]) => rule.Properties)).toEqual([
      expect.objectContaining({ ScheduleExpression: 'rate(1 minute)', State: 'DISABLED' }),
    ])
    const ofQueue = statementsOf(roleOf('queues-note-bounces')).filter(({ Action }) => String(Action).includes('sqs:'))
    expect(ofQueue).toEqual([
      {
        Effect: 'Allow',
        Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
        Resource: [{ 'Fn::GetAtt': ['NoteBouncesQueue', 'Arn'] }],
      },
    ])
  })

  it('has functions under 150 KB, zipped, with a margin', () => {
    const sizes = allEndpoints.map(idOf).map((id) => [id, statSync(`build/${id}.zip`).size] as const)
    expect(withoutMargin(Object.fromEntries(sizes))).toEqual([])
  })

  it('builds the same zips from the same code', async () => {
    // Two that are built by themselves, and some of those that are built together.
    const some = ['other-requests', INTERFACE, 'v2/create-attendance', 'queues/send-mail', 'pages/get-event']
    await build('.cache/again', some)
    const zips = (folder: string) =>
      [...some.map((name) => idOf({ name })), 'locations', 'explorer'].map((id) =>
        readFileSync(`${folder}/${id}.zip`).toString('base64'),
      )
    expect(zips('.cache/again')).toEqual(zips('build'))
  })

  it('is refused for another stage than it was built for', async () => {
    const refusal = run('npm', ['exec', '--', 'osls', 'package', '--stage', 'prod', '--package', '.cache/other'])
    await expect(refusal).rejects.toMatchObject({
      stdout: expect.stringContaining('build/ is of stage "dev", not "prod"'),
    })
  })

  it.each([
    [['--stage', 'prd'], 'There is no stage "prd" in infra/stages.yml, only dev, prod.'],
    [['--stage=Prod'], 'A stage is named in lower case'],
  ])('stops at %s before it builds anything', async (options, message) => {
    const before = statSync('build').mtimeMs
    await expect(run('npm', ['run', '-s', 'package', '--', ...options])).rejects.toMatchObject({
      stderr: expect.stringContaining(message),
    })
    expect(statSync('build').mtimeMs).toBe(before)
  })
})
