import { GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import { GetApisCommand, GetRoutesCommand } from '@aws-sdk/client-apigatewayv2'
import { paginateListFunctions } from '@aws-sdk/client-lambda'
import { readFileSync, writeFileSync } from 'node:fs'
import { allEndpoints, routesOf } from '../../lib/http/endpoints/endpoints.js'
import { consumers } from '../../infra/queues/consumers.js'
import type { Scene } from './main.js'
import { expectThat, step } from './step.js'

/*
 * The life of a deployment: the first, an unchanged one, a changed setting, back again, one without a build.
 */

export async function rehearseDeployments(scene: Scene): Promise<void> {
  const { run, apigateway } = scene
  await step('Production that would be silent is refused', async () => {
    const { status, output } = await run('deploy', '--stage', 'prod')
    expectThat(status !== 0 && /alarmEmail is missing[^]*mail is missing/.test(output), 'a sentence', output)
  })
  scene.trouble('new-account')
  await step('A first deployment, in a new account', async () => {
    const output = await succeeds(scene, 'deploy')
    expectThat(/may run 10 functions at once.*made to fit/s.test(output), 'a warning of few instances', output)
    expectThat((await atOnce(scene)) === 2, 'queues that run two functions at once', await atOnce(scene))
    expectThat(/\/api\/v2/.test(output), 'the addresses of the API at the end', output)
    expectThat(/dev sends no email/.test(output), 'a warning about email', output)
    expectThat(/export TABLE_NAME=turnout-dev .*PUBLIC_URL=https:/.test(output), 'what comes next', output)
    const { names } = await functions(scene)
    const wanted = allEndpoints.length + consumers.length
    expectThat(names.length === wanted, `${wanted} functions`, names)
    const [api] = (await apigateway.send(new GetApisCommand({}))).Items ?? []
    const { Items = [] } = await apigateway.send(new GetRoutesCommand({ ApiId: api?.ApiId, MaxResults: '500' }))
    const routes = allEndpoints.flatMap(routesOf)
    expectThat(Items.length === routes.length, `${routes.length} routes`, Items.length)
  })
  console.log(`  The emulation makes no ${(await ignored(scene)).join(', ')}`)

  await step('An unchanged deployment changes nothing', async () => {
    const before = await functions(scene)
    const output = await succeeds(scene, 'deploy')
    expectThat(/No changes to deploy/.test(output), '"No changes to deploy"', output)
    const after = await functions(scene)
    expectThat(after.changed === before.changed, 'functions as they were', { before, after })
  })

  await step('A changed setting, when AWS allows more', async () => {
    scene.trouble()
    changeSettings(scene, (text) => text.replace('logRetentionInDays: 14', 'logRetentionInDays: 30'))
    await succeeds(scene, 'deploy')
    expectThat((await retention(scene)) === 30, 'logs for 30 days', await retention(scene))
    expectThat((await atOnce(scene)) > 2, 'queues that run more', await atOnce(scene))
  })

  await step('Another prefix of native identifiers is refused, as there is data', async () => {
    changeSettings(scene, (text) => text.replace('nativePrefix: service', 'nativePrefix: acme'))
    const { status, output } = await run('deploy', '--stage', 'dev')
    expectThat(status !== 0 && /begin with "service:".*nativePrefix in infra/.test(output), 'a sentence', output)
    changeSettings(scene, (text) => text.replace('nativePrefix: acme', 'nativePrefix: service'))
  })

  await step('Back to the deployment before', async () => {
    const listed = await succeeds(scene, 'deploy rollback')
    expectThat(/\d{13} {2}.*in service\n/.test(listed) && !listed.includes('.zip'), 'a line for each', listed)
    const [first] = [...listed.matchAll(/\d{13}/g)].map(([timestamp]) => timestamp).sort()
    await succeeds(scene, 'deploy rollback', '--timestamp', first as string)
    expectThat((await retention(scene)) === 14, 'logs for 14 days', await retention(scene))
  })
}

/** Runs a command for the stage. @returns what it wrote @throws Error where it fails */
export async function succeeds({ run }: Scene, name: string, ...args: string[]): Promise<string> {
  const { status, output } = await run(name, '--stage', 'dev', ...args)
  expectThat(status === 0, `npm run ${name} to succeed`, output)
  return output
}

export function changeSettings({ folder }: Scene, change: (text: string) => string): void {
  const file = `${folder}/infra/stages.yml`
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

async function functions({ lambda }: Scene): Promise<{ names: string[]; changed: string }> {
  const all = []
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) all.push(...Functions)
  return {
    names: all.map(({ FunctionName = '' }) => FunctionName),
    changed: all
      .map(({ LastModified = '' }) => LastModified)
      .sort()
      .join(),
  }
}

interface Template {
  Resources: Record<
    string,
    {
      Type: string
      Properties: {
        RetentionInDays?: number
        EventSourceArn?: unknown
        ScalingConfig?: { MaximumConcurrency: number }
      }
    }
  >
}

export async function template({ cloudformation }: Scene): Promise<Template> {
  const { TemplateBody = '{}' } = await cloudformation.send(new GetTemplateCommand({ StackName: 'turnout-dev' }))
  return JSON.parse(TemplateBody) as Template
}

const retention = async (scene: Scene) => (await template(scene)).Resources['FunctionLogs']?.Properties.RetentionInDays

/** The most functions that any queue runs at once. */
async function atOnce(scene: Scene): Promise<number> {
  const { Resources } = await template(scene)
  return Math.max(
    ...Object.values(Resources).map(({ Properties }) => Properties.ScalingConfig?.MaximumConcurrency ?? 0),
  )
}

async function ignored(scene: Scene): Promise<string[]> {
  const { Resources } = await template(scene)
  const types = [...new Set(Object.values(Resources).map(({ Type }) => Type))]
  return types.filter((type) => !scene.makes.includes(type)).sort()
}
