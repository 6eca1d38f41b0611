import { Command } from 'commander'
import { toolEnvironment } from '../../lib/runtime/environment.js'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2'
import { startCloud } from './cloud.js'
import { parts } from './parts.js'
import { prepareWorkplace } from './workplace.js'

/*
 * `npm run rehearse`: deploys to an emulated AWS as an owner would, from a copy of the project, and ends with status 1
 * at the first step that does not do what docs/operating.md says. It needs Python 3 and its package index. `-- --help`
 * names its parts.
 */

const program = new Command('npm run rehearse --')
  .description('Deploys to an emulated AWS as an owner would. All parts take half an hour.')
  .argument('[part...]', `of ${Object.keys(parts).join(', ')}; all of them by default`)
  .parse()
const wanted = program.args
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) program.error(`There is no part ${unknown.join(', ')}.`)

const REGION = 'eu-central-1'

const cloud = await startCloud()
const environment = {
  AWS_ENDPOINT_URL: cloud.endpoint,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: 'rehearsal',
  AWS_SECRET_ACCESS_KEY: 'rehearsal',
  AWS_EC2_METADATA_DISABLED: 'true',
  SLS_TELEMETRY_DISABLED: '1',
  // moto looks a template over for as long as the machine takes. Nobody gives up on it.
  AWS_CLIENT_TIMEOUT: String(30 * 60_000),
}
Object.assign(toolEnvironment(), environment)
const client = { region: REGION, endpoint: cloud.endpoint }
const scene = {
  ...prepareWorkplace(environment),
  environment,
  binaries: cloud.binaries,
  makes: cloud.makes,
  trouble: cloud.trouble,
  mails: cloud.mails,
  dynamodb: new DynamoDBClient(client),
  cloudformation: new CloudFormationClient(client),
  lambda: new LambdaClient(client),
  apigateway: new ApiGatewayV2Client(client),
}

/** The context of a rehearsal's steps. */
export type Scene = typeof scene

try {
  for (const [name, { rehearse }] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await rehearse(scene)
  console.log('\nThe rehearsal has passed.')
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  process.exitCode = 1
} finally {
  cloud.stop()
}
