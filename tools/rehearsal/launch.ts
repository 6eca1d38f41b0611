import {
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStackResourceCommand,
  type Parameter,
  type Stack,
  UpdateStackCommand,
  waitUntilStackCreateComplete,
  waitUntilStackDeleteComplete,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation'
import { GetFunctionConfigurationCommand, paginateListFunctions } from '@aws-sdk/client-lambda'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { zip } from '../../infra/package/build.js'
import { describeTable } from '../../infra/table/table-faults.js'
import { describeStack } from '../../infra/table/table-stack.js'
import { toolEnvironment } from '../../lib/runtime/environment.js'
import { unzip } from '../../test/support/lambda/zip.js'
import { type Functions, openFunctions } from './incidents/functions.js'
import type { Scene } from './main.js'
import { expectThat, step } from './step.js'

/*
 * An owner with a browser: a stack from nothing but the files of a release, its first organizer, its first RSVP, a next
 * version, a refused archive, the version before, a removal that keeps the data, and a stack that takes them up again.
 */

const STACK = 'events-of-ours'
const AGAIN = 'events-again'
const ORGANIZER = 'ada@example.org'
const PATIENCE = { maxWaitTime: 900, minDelay: 1, maxDelay: 2 }

/** The template of a version, with the SHA-256 of its archive. */
interface Version {
  name: string
  template: string
}

export async function rehearseLaunch(scene: Scene): Promise<void> {
  const folder = join(scene.folder, 'release')
  const zips = join(scene.folder, 'launched')
  const { base, stop } = await serve(folder)
  try {
    const first = await step('The files of a release', async () => {
      const { status, output } = await scene.run('release', '--from', base)
      expectThat(status === 0, 'npm run release to succeed', output)
      return releasedIn(folder)
    })
    const next = await nextVersion(first, folder, zips)

    await step('A stack from the template, and a link for its first organizer', async () => {
      await create(scene, STACK, first, { FirstOrganizer: ORGANIZER, Group: 'River Friends' })
      const { Address, SignIn, Version } = await outputs(scene, STACK)
      expectThat(Version === first.name, `version ${first.name}`, Version)
      expectThat(/\/manage$/.test(Address ?? ''), 'an address', Address)
      expectThat(/\/manage\/sign-in\/\S+$/.test(SignIn ?? ''), 'a link to sign in', SignIn)
    })

    const { id: group } = await step('The command line in one file makes a key', async () => {
      const [only] = admin<{ id: string }[]>(scene, folder, STACK, 'group', 'list')
      if (!only) throw new Error('The first organizer has no group.')
      return only
    })
    const { key } = admin<{ key: string }>(scene, folder, STACK, 'key', 'create', '--group', group)
    const functions = () => openFunctions(scene, key, { zips, prefix: `${STACK}-` })
    const event = await step('The organizer signs in, and a first guest answers', async () => {
      const running = await functions()
      await signsIn(running, (await outputs(scene, STACK))['SignIn'] ?? '')
      return firstGuest(running)
    })

    await step('The next version', async () => {
      await update(scene, next, {})
      expectThat((await versions(scene)).join() === next.name, next.name, await versions(scene))
      await attended(await functions(), event, 1)
    })

    await step('A setting, and another link', async () => {
      const before = await outputs(scene, STACK)
      await update(scene, next, { MailFrom: 'Events <events@example.org>', LogRetention: '30', SignInAgain: 'twice' })
      const { MailRecord1, SignIn } = await outputs(scene, STACK)
      expectThat(MailRecord1 !== undefined && before['MailRecord1'] === undefined, 'records of mail', MailRecord1)
      expectThat(SignIn !== before['SignIn'], 'another link', SignIn)
    })

    await step('An archive that is another is refused', async () => {
      const other = { ...first, template: first.template.replaceAll(sumIn(first), '0'.repeat(64)) }
      const refused = await update(scene, other, {}).catch((error: unknown) => String(error))
      // moto undoes no update that failed, so nothing else is expected of the stack here.
      expectThat(/has the checksum/.test(String(refused)), 'a sentence', refused)
    })

    await step('Back to the version before, with what was written since', async () => {
      await update(scene, first, {})
      expectThat((await versions(scene)).join() === first.name, first.name, await versions(scene))
      await attended(await functions(), event, 1)
    })

    const images = await imagesOf(scene, STACK)
    await step('A removal keeps the table and the images', async () => {
      await scene.cloudformation.send(new DeleteStackCommand({ StackName: STACK }))
      await waitUntilStackDeleteComplete({ client: scene.cloudformation, ...PATIENCE }, { StackName: STACK })
      expectThat((await names(scene, STACK)).length === 0, 'no function', await names(scene, STACK))
      expectThat((await describeTable(scene.dynamodb, STACK)) !== undefined, 'the table', STACK)
    })

    await step('Another stack takes them up', async () => {
      await create(scene, AGAIN, next, { ExistingTable: STACK, ExistingImages: images, FirstOrganizer: ORGANIZER })
      const running = await openFunctions(scene, key, { zips, prefix: `${AGAIN}-` })
      await attended(running, event, 1)
      expectThat((await describeTable(scene.dynamodb, AGAIN)) === undefined, 'no second table', AGAIN)
      await scene.cloudformation.send(new DeleteStackCommand({ StackName: AGAIN }))
    })
  } finally {
    stop()
  }
}

/** The files of a release where anyone can download them. */
async function serve(folder: string): Promise<{ base: string; stop: () => void }> {
  const server = createServer((request, response) => {
    response.end(readFileSync(join(folder, decodeURIComponent(request.url ?? ''))))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  }
}

function releasedIn(folder: string): Version {
  const template = readFileSync(join(folder, 'turnout.json'), 'utf8')
  const { Outputs } = JSON.parse(template) as { Outputs: { Version: { Value: string } } }
  return { name: Outputs.Version.Value, template }
}

const sumIn = ({ template }: Version) => /"Sha256":"([0-9a-f]{64})"/.exec(template)?.[1] ?? ''

/** A version after the first, of the same zips. They are packed otherwise, so the archive is another. */
async function nextVersion(first: Version, folder: string, zips: string): Promise<Version> {
  rmSync(zips, { recursive: true, force: true })
  mkdirSync(zips, { recursive: true })
  const archive = `turnout-${first.name}.zip`
  const files = unzip(readFileSync(join(folder, archive)))
  for (const [file, data] of files) writeFileSync(join(zips, file), data)
  const name = `${first.name}-next`
  await zip(
    join(folder, `turnout-${name}.zip`),
    Object.fromEntries([...files.keys()].map((f) => [f, join(zips, f)])),
    1,
  )
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, `turnout-${name}.zip`)))
    .digest('hex')
  const template = first.template
    .replaceAll(sumIn(first).slice(0, 12), sum.slice(0, 12))
    .replaceAll(`${sum.slice(0, 12)}${sumIn(first).slice(12)}`, sum)
    .replaceAll(archive, `turnout-${name}.zip`)
    .replaceAll(`"${first.name}"`, `"${name}"`)
  return { name, template }
}

const asParameters = (given: Record<string, string>): Parameter[] =>
  Object.entries(given).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue }))

const CAPABILITIES = { Capabilities: ['CAPABILITY_IAM' as const] }

async function create({ cloudformation }: Scene, StackName: string, version: Version, given: Record<string, string>) {
  const command = { StackName, TemplateBody: version.template, Parameters: asParameters(given), ...CAPABILITIES }
  await cloudformation.send(new CreateStackCommand(command))
  await waitUntilStackCreateComplete({ client: cloudformation, ...PATIENCE }, { StackName })
}

/** Updates as the console does: what is not given stays, and the archive is that of the template. */
async function update(scene: Scene, version: Version, given: Record<string, string>) {
  const { cloudformation } = scene
  const { Parameters = [] } = (await describeStack(cloudformation, STACK)) as Stack
  const kept = Parameters.filter(({ ParameterKey = '' }) => ParameterKey !== 'Archive' && !(ParameterKey in given))
  await cloudformation.send(
    new UpdateStackCommand({
      StackName: STACK,
      TemplateBody: version.template,
      Parameters: [
        // moto knows no previous value of what had its default.
        ...kept.map(({ ParameterKey, ParameterValue }) => ({ ParameterKey, ParameterValue })),
        ...asParameters({ Archive: archiveIn(version), ...given }),
      ],
      ...CAPABILITIES,
    }),
  )
  await waitUntilStackUpdateComplete({ client: cloudformation, ...PATIENCE }, { StackName: STACK })
}

const archiveIn = ({ template }: Version) =>
  (JSON.parse(template) as { Parameters: { Archive: { Default: string } } }).Parameters.Archive.Default

async function outputs({ cloudformation }: Scene, name: string): Promise<Record<string, string>> {
  const { Outputs = [] } = (await describeStack(cloudformation, name)) as Stack
  return Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
}

async function names({ lambda }: Scene, stack: string): Promise<string[]> {
  const all = []
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) all.push(...Functions)
  return all.flatMap(({ FunctionName = '' }) => (FunctionName.startsWith(`${stack}-`) ? [FunctionName] : []))
}

/** The versions that functions of the stack are of. */
async function versions(scene: Scene): Promise<string[]> {
  const found = new Set<string>()
  for (const FunctionName of await names(scene, STACK)) {
    const { Environment } = await scene.lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))
    const version = Environment?.Variables?.['VERSION']
    if (version) found.add(version)
  }
  return [...found]
}

async function imagesOf({ cloudformation }: Scene, stack: string): Promise<string> {
  const { StackResourceDetail } = await cloudformation.send(
    new DescribeStackResourceCommand({ StackName: stack, LogicalResourceId: 'Images' }),
  )
  return StackResourceDetail?.PhysicalResourceId ?? ''
}

/** Runs the command line of the release, as someone has it who has no checkout. */
function admin<Said>({ environment }: Scene, folder: string, table: string, ...args: string[]): Said {
  const { stdout, stderr, status } = spawnSync('node', [resolve(folder, 'turnout-admin.mjs'), ...args, '--json'], {
    cwd: '/',
    env: {
      PATH: toolEnvironment()['PATH'],
      ...environment,
      TABLE_NAME: table,
      DYNAMODB_ENDPOINT: environment.AWS_ENDPOINT_URL,
    },
    encoding: 'utf8',
  })
  expectThat(status === 0, `turnout-admin ${args.join(' ')} to succeed`, `${stdout}${stderr}`)
  return JSON.parse(stdout) as Said
}

async function signsIn(functions: Functions, link: string): Promise<void> {
  const { pathname } = new URL(link.replace('${', '').replace('}', ''))
  const { status } = await functions.ask('manage/interface', pathname, {
    method: 'POST',
    headers: { origin: 'https://events.example.org', 'content-type': 'application/x-www-form-urlencoded' },
  })
  expectThat(status === 303, 'the organizer to be signed in', status)
}

async function firstGuest(functions: Functions): Promise<string> {
  const event = await functions.ask('v2/create-event', '/api/v2/events', {
    body: { title: 'Rally', origin_system: 'Rehearsal', start_date: '2030-05-01T18:00:00Z' },
  })
  const id = new URL(event.body._links?.['self']?.href ?? '').pathname.split('/').at(-1) ?? ''
  const guest = { email_addresses: [{ address: 'kim@example.org' }] }
  const { status, body } = await functions.ask('v2/create-attendance', `/api/v2/events/${id}/attendances`, {
    body: { person: guest },
  })
  expectThat(status === 200, 'an RSVP', body)
  await attended(functions, id, 1)
  return id
}

async function attended(functions: Functions, event: string, wanted: number): Promise<void> {
  const { body } = await functions.ask('v2/get-event', `/api/v2/events/${event}`)
  expectThat(body.total_accepted === wanted, `${wanted} who come`, body)
}
