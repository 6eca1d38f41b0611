import { DeleteStackCommand } from '@aws-sdk/client-cloudformation'
import { GetApisCommand, GetStageCommand } from '@aws-sdk/client-apigatewayv2'
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda'
import { DeleteTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { readFileSync } from 'node:fs'
import { changeSettings, succeeds, template } from './deployments.js'
import type { Scene } from './main.js'
import { expectThat, step } from './step.js'
import { describeStack } from '../../infra/table/table-stack.js'
import { describeTable } from '../../infra/table/table-faults.js'

/* The table while stacks come and go: restored, switched into service and back, kept by a removal. */

const OWN = 'turnout-dev'
const RESTORED = 'turnout-dev-202611210900'

export async function rehearseRestore(scene: Scene): Promise<void> {
  const { dynamodb } = scene
  await step('Data in the table', async () => {
    await succeeds(scene, 'deploy')
    await admin(scene, OWN, ...groupOf('Rehearsal'))
    await admin(scene, OWN, 'audit')
  })
  await step('A restore to another table', async () => {
    const output = await succeeds(scene, 'deploy restore', '--at', '2026-11-21T09:00:00Z')
    expectThat(output.includes(`npm run deploy -- switch --stage dev --table ${RESTORED}`), 'what comes next', output)
    await admin(scene, RESTORED, 'repair')
    await admin(scene, RESTORED, 'audit')
  })
  await step('Another table in the settings is refused without a switch', async () => {
    const before = readFileSync(`${scene.folder}/infra/stages.yml`, 'utf8')
    changeSettings(scene, (text) => text.replace('\nprod:', `\n  table: ${RESTORED}\n\nprod:`))
    const { status, output } = await scene.run('deploy', '--stage', 'dev')
    expectThat(status !== 0 && output.includes('Use npm run deploy -- switch'), 'a refusal', output)
    changeSettings(scene, () => before)
  })
  await step('A switch that is killed while the API is closed', async () => {
    // A drain that outlasts the step.
    const { output } = await scene.runUntil(
      'The API answers 429',
      'deploy switch',
      '--table',
      RESTORED,
      '--drain',
      '600',
    )
    expectThat((await openRate(scene)) === 0, 'a closed API', output)
  })
  await step('The same switch once more: the restored table in service, and an open API', async () => {
    await succeeds(scene, 'deploy switch', '--table', RESTORED, '--drain', '0')
    await serves(scene, RESTORED)
    expectThat(/Rehearsal/.test(await admin(scene, RESTORED, 'group', 'list')), 'the group', 'nothing')
    await admin(scene, RESTORED, 'audit')
  })
  await step('The former table in service again', async () => {
    await succeeds(scene, 'deploy switch', '--table', OWN, '--drain', '0')
    await serves(scene, OWN)
    await admin(scene, OWN, 'audit')
  })
  await step('A removal keeps both tables', async () => {
    const output = await succeeds(scene, 'deploy remove', '--yes')
    expectThat(output.includes(`The table ${OWN} and its stack`), 'what is left', output)
    expectThat(!(await describeStack(scene.cloudformation, 'turnout-dev')), 'no stack', 'a stack')
    for (const name of [OWN, RESTORED])
      expectThat((await describeTable(dynamodb, name)) !== undefined, `the table ${name}`, 'none')
  })
}

/** A table that was deleted although it is protected. */
export async function rehearseDeletedTable(scene: Scene): Promise<void> {
  const { dynamodb } = scene
  await step('Data in the table', async () => {
    await succeeds(scene, 'deploy')
    await admin(scene, OWN, ...groupOf('Kept'))
  })
  const streamOf = async () => (await describeTable(dynamodb, OWN))?.LatestStreamArn
  const before = await streamOf()
  await step('The table is deleted', () => deleteTable(scene))
  await step('A restore to a time is refused, as AWS has no times of a table that is gone', async () => {
    const { status, output } = await scene.run('deploy restore', '--stage', 'dev', '--at', '2026-11-21T09:00:00Z')
    expectThat(status !== 0 && output.includes('Bring it back without --at'), 'a sentence', output)
  })
  await step('A deployment says what to do, and makes no empty table', async () => {
    const { status, output } = await scene.run('deploy', '--stage', 'dev')
    expectThat(
      status !== 0 && output.includes('Bring it back: npm run deploy -- restore --stage dev'),
      'a way back',
      output,
    )
    expectThat((await describeTable(dynamodb, OWN)) === undefined, 'no table', 'one')
  })
  await step('A restore from what AWS keeps', async () => {
    const output = await succeeds(scene, 'deploy restore')
    expectThat(output.includes('npm run deploy -- --stage dev'), 'what comes next', output)
    const again = await succeeds(scene, 'deploy restore')
    expectThat(again.includes('nothing was restored now'), 'no second restore', again)
    expectThat(/Kept/.test(await admin(scene, OWN, 'group', 'list')), 'the group', 'nothing')
    await admin(scene, OWN, 'audit')
  })
  await step('The service on the restored table', async () => {
    await succeeds(scene, 'deploy')
    await serves(scene, OWN)
    const after = await streamOf()
    // moto forgets a mapping that another one replaces.
    const { Resources } = await template(scene)
    const readers = Object.values(Resources).filter(({ Properties }) => Properties.EventSourceArn === after)
    expectThat(after !== before, 'another stream', after)
    expectThat(readers.length === 2, 'two readers of it', readers)
  })
  await step('It is deleted again, and an empty one deployed in its place', async () => {
    await deleteTable(scene)
    await scene.cloudformation.send(new DeleteStackCommand({ StackName: `${OWN}-table` }))
    await succeeds(scene, 'deploy')
    expectThat(!/Kept/.test(await admin(scene, OWN, 'group', 'list')), 'an empty table', 'the group')
  })
  await step('The deleted one comes back beside it, and into service', async () => {
    await succeeds(scene, 'deploy restore', '--to', `${OWN}-back`)
    await succeeds(scene, 'deploy switch', '--table', `${OWN}-back`, '--drain', '0')
    await serves(scene, `${OWN}-back`)
    expectThat(/Kept/.test(await admin(scene, `${OWN}-back`, 'group', 'list')), 'the group', 'nothing')
  })
}

async function deleteTable({ dynamodb }: Scene): Promise<void> {
  await dynamodb.send(new UpdateTableCommand({ TableName: OWN, DeletionProtectionEnabled: false }))
  await dynamodb.send(new DeleteTableCommand({ TableName: OWN }))
}

const groupOf = (title: string) => [
  'group',
  'create',
  '--title',
  title,
  '--creator-given-name',
  'Ada',
  '--creator-family-name',
  'Diaz',
  '--creator-email',
  'ada@example.org',
]

async function admin(scene: Scene, table: string, ...args: string[]): Promise<string> {
  const { status, output } = await scene.runWith({ TABLE_NAME: table }, 'admin', ...args)
  expectThat(status === 0, `npm run admin -- ${args.join(' ')} to succeed`, output)
  return output
}

/** @throws Error where the functions use another table, or the API is closed */
async function serves(scene: Scene, table: string): Promise<void> {
  const { lambda, cloudformation } = scene
  const { Environment } = await lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName: 'turnout-dev-v2-get-event' }),
  )
  const name = Environment?.Variables?.['TABLE_NAME']
  expectThat(name === table, `${table} in service`, name)
  expectThat(!!(await describeStack(cloudformation, `${table}-table`)), `a stack of ${table}`, 'none')
  const rate = await openRate(scene)
  expectThat(rate === 100, 'an open API', rate)
}

/** The requests a second that the API takes: none while it is closed. */
async function openRate({ apigateway }: Scene): Promise<number | undefined> {
  const [api] = (await apigateway.send(new GetApisCommand({}))).Items ?? []
  const stage = await apigateway.send(new GetStageCommand({ ApiId: api?.ApiId, StageName: '$default' }))
  return stage.DefaultRouteSettings?.ThrottlingRateLimit
}
