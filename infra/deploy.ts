import { toolEnvironment } from '../lib/runtime/environment.js'
import { prefixFault } from '../lib/table/native-prefix.js'
import { openTable } from '../lib/table/table.js'
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { countOf, packagedTemplate } from './inventory.js'
import { build } from './package/build.js'
import { fitted } from './queues/concurrency.js'
import { mailAccount, mailFitted } from './queues/mail-account.js'
import { announce } from './announce.js'
import { openApi } from './api/close-api.js'
import { CommanderError } from 'commander'
import { type Options, commandNames, ofDeployment, readOptions } from './options.js'
import { serverless } from './serverless-cli.js'
import { whyRefused } from './aws-errors.js'
import { USUAL_REGION, askAtTerminal, regionFor, takePlace } from './place.js'
import { restoreTable } from './table/restore.js'
import { switchTable } from './table/switch.js'
import { type Settings, deployableSettingsOf, settingsOf } from './settings.js'
import { wordDeployments } from './release/listed-deployments.js'
import { type Clients, apiOf, describeStack, provideTable } from './table/table-stack.js'
import { tableNameOf, tableStackOf } from './table/table.js'
import { stackFault } from './stack-state.js'
import { writeParts } from './template.js'

/*
 * `npm run package` and `npm run deploy`, the latter also with `rollback`, `remove`, `restore` and `switch`: check the
 * settings of the stage, build, and hand over to the serverless CLI. A wrong setting ends each before anything is built
 * or created.
 */

const serviceStackOf = (stage: string) => `turnout-${stage}`

const commands: Record<string, (options: Options) => Promise<void>> = {
  package: async (options) => {
    const settings = settingsOf(options.stage)
    const region = options.region ?? settings.region ?? USUAL_REGION
    await build()
    await writeParts(options.stage, settings, { region })
    serverless('package', options, region)
    console.log(`${countOf(packagedTemplate())} resources, of the 500 that a stack takes.`)
    warnOfDeployment(options.stage)
  },
  deploy: async (options) => deploy(options, deployableSettingsOf(options.stage)),
  rollback: async (options) => {
    const { region, clients, settings } = await goTo(options)
    const before = await outputsOf(clients, options.stage)
    await writeParts(options.stage, settings, { region })
    if (!options.timestamp) {
      const listed = serverless('rollback', options, region, 'pipe')
      const StackName = serviceStackOf(options.stage)
      const { TemplateBody = '' } = await clients.cloudformation.send(new GetTemplateCommand({ StackName }))
      console.log(wordDeployments(listed, options.stage, TemplateBody))
      return
    }
    await refuseWhileBusy(clients, serviceStackOf(options.stage))
    serverless('rollback', { ...options, others: ['--timestamp', options.timestamp, ...options.others] }, region)
    const after = await outputsOf(clients, options.stage)
    if (before['TableInService'] !== after['TableInService'])
      throw new Error(
        `The deployment that you went back to uses the table ${after['TableInService']}, and no longer ${before['TableInService']}. Switch again at once: docs/operating.md, "Back up and restore".`,
      )
  },
  remove: async (options) => {
    const { region, settings } = await goTo(options)
    const name = tableNameOf(options.stage, settings)
    const answer = options.yes ? options.stage : await askAtTerminal(`Type "${options.stage}" to remove it: `)
    if (answer !== options.stage)
      throw new Error('Nothing was removed. To remove the stage without a question, add --yes.')
    await writeParts(options.stage, settings, { region })
    serverless('remove', options, region)
    console.log(`\nThe table ${name} and its stack ${tableStackOf(name)} are still there, with their data.`)
    console.log('A deployment takes them up again. docs/operating.md says how to delete them.')
  },
  restore: async (options) => {
    const { clients, settings } = await goTo(options)
    await restoreTable(clients.dynamodb, tableNameOf(options.stage, settings), options)
  },
  switch: async (options) => {
    deployableSettingsOf(options.stage)
    const { clients } = await goTo(options)
    await switchTable(options, clients, (settings) => deploy(options, settings, true))
  },
}

/** A package is made of settings that a deployment refuses, so that it can be looked at before all is decided. */
function warnOfDeployment(stage: string): void {
  try {
    deployableSettingsOf(stage)
  } catch (error) {
    console.warn(`\n!!! ${(error as Error).message}\nA deployment is refused until then.`)
  }
}

async function goTo(options: Options) {
  const settings = settingsOf(options.stage)
  if (options.profile) toolEnvironment()['AWS_PROFILE'] = options.profile
  const region = await regionFor(options, settings, toolEnvironment())
  takePlace(toolEnvironment(), options.profile, region)
  const clients: Clients = {
    cloudformation: new CloudFormationClient({ region }),
    dynamodb: new DynamoDBClient({ region }),
  }
  return { settings, region, clients }
}

/** @param isSwitch whether another table than before may come into service */
async function deploy(options: Options, settings: Settings, isSwitch = false): Promise<void> {
  const { stage } = options
  const { region, clients } = await goTo(options)
  const wanted = tableNameOf(stage, settings)
  await refuseWhileBusy(clients, serviceStackOf(stage), tableStackOf(wanted))
  const current = (await outputsOf(clients, stage))['TableInService']
  if (current && current !== wanted && !isSwitch)
    throw new Error(
      `The service uses the table ${current}, infra/stages.yml says ${wanted}. Use npm run deploy -- switch --stage ${stage} --table ${wanted}.`,
    )
  const adapted = await fitMail(await fitAccount(settings, region), region)
  await build()
  const stream = await provideTable(stage, adapted, clients)
  const fault = await prefixFault(openTable({ tableName: wanted, account: {} }), settings.nativePrefix)
  if (fault) throw new Error(`${fault} It is nativePrefix in infra/stages.yml.`)
  await writeParts(stage, adapted, { region, tableStream: stream })
  serverless('deploy', options, region)
  const ApiId = await apiOf(clients, stage)
  if (ApiId) await openApi({ ApiId, region }, settings)
  const outputs = await outputsOf(clients, stage)
  await announce({ stage, settings, region, outputs, isFirst: current === undefined })
}

/** @throws Error where a stack takes no change at the moment */
async function refuseWhileBusy({ cloudformation }: Clients, ...names: string[]): Promise<void> {
  for (const name of names) {
    const fault = stackFault(await describeStack(cloudformation, name))
    if (fault) throw new Error(fault)
  }
}

/** Fits the stage into what the account may run at once. @throws Error where reserved instances leave too few */
async function fitAccount(settings: Settings, region: string): Promise<Settings> {
  const limit = await new LambdaClient({ region })
    .send(new GetAccountSettingsCommand({}))
    .then(({ AccountLimit }) => AccountLimit?.ConcurrentExecutions)
    // A deployer without this permission can deploy.
    .catch(() => undefined)
  if (!limit) {
    console.warn(
      'AWS does not say how many functions this account may run at once: the deployer may lack lambda:GetAccountSettings. 1,000 are taken for granted.',
    )
    return settings
  }
  const { settings: adapted, said } = fitted(settings, limit, region)
  for (const sentence of said) console.warn(sentence)
  return adapted
}

/** Fits the emails of a stage to what Amazon SES takes of the account. */
async function fitMail(settings: Settings, region: string): Promise<Settings> {
  if (!settings.mail) return settings
  const { settings: adapted, said } = mailFitted(settings, await mailAccount(region))
  for (const sentence of said) console.warn(sentence)
  return adapted
}

async function outputsOf({ cloudformation }: Clients, stage: string): Promise<Record<string, string>> {
  const stack = await describeStack(cloudformation, serviceStackOf(stage))
  return Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  )
}

const [script = '', ...words] = process.argv.slice(2)
const isVerb = script === 'deploy' && ofDeployment.includes(words[0] ?? '')
const [command = '', ...args] = isVerb ? words : [script, ...words]
try {
  const chosen = commands[command]
  if (!chosen) throw new Error(`There is no command "${command}", only ${commandNames.join(', ')}.`)
  await chosen(readOptions(command, args, toolEnvironment()))
} catch (error) {
  // Commander has printed what it had to say: the help that was asked for, or what is wrong.
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else {
    console.error(whyRefused(error as Error) ?? (error as Error).message)
    process.exitCode = 1
  }
}
