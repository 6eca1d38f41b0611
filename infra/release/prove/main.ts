import { Command } from 'commander'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { toolEnvironment } from '../../../lib/environment.js'
import { traverse } from '../smoke-requests.js'
import { whyRefused } from '../../aws-errors.js'
import { addressOf } from '../stage-address.js'
import { mailAccount, mailFaults } from '../../queues/mail-account.js'
import { regionFor } from '../../place.js'
import { settingsOf } from '../../settings.js'
import { type Proof, proving } from './proof.js'
import { burst, mail, webhook } from './traffic.js'

/*
 * `npm run prove -- --stage prod --key KEY`: what a first real account has to show, in an hour, as a dated report with
 * absolute figures. docs/operating.md, "The first hour", says what remains to be looked at by a person.
 */

interface Options {
  stage: string
  region?: string
  address?: string
  key?: string
  burst: string
  connections: string
  mail?: string
  restore?: boolean
  rollback?: string
  out?: string
}

const options = new Command('npm run prove --')
  .description('Shows that a deployed stage works, and writes a dated report with absolute times')
  .option('--stage <name>', 'the stage', 'dev')
  .option('--region <name>', 'its region')
  .option('--address <url>', "another address than the stage's own, for example that of npm start")
  .option('--key <key>', 'a key of a group of its own; without it OSDI_API_TOKEN of the environment')
  .option('--burst <number>', 'RSVPs of new people to one event', '500')
  .option('--connections <number>', 'how many of them are sent at the same time', '50')
  .option('--mail <address>', 'who asks for a link to sign in: the email of a member')
  .option('--restore', 'restore the table as it was ten minutes ago, under another name')
  .option('--rollback <timestamp>', 'go back to a deployment, and forth by a deployment')
  .option('--out <file>', 'the report')
  .parse()
  .opts<Options>()

const npm = (name: string, ...args: string[]) => {
  const where = ['--stage', options.stage, ...(options.region ? ['--region', options.region] : [])]
  const { status } = spawnSync('npm', ['run', '-s', name, '--', ...where, ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm run ${name} has failed`)
  return Promise.resolve(`npm run ${name} has succeeded`)
}

/** @throws Error where Amazon SES keeps mails from their people */
async function mailOfAccount(): Promise<string> {
  const region = await regionFor(options, settingsOf(options.stage), toolEnvironment())
  const account = await mailAccount(region)
  if (!account) return 'Amazon SES does not say it to this deployer'
  const faults = mailFaults(account)
  if (faults.length > 0) throw new Error(faults.join(' '))
  const { MaxSendRate, Max24HourSend } = account.SendQuota ?? {}
  return `${MaxSendRate} mails a second, ${Max24HourSend} a day`
}

try {
  const key = options.key ?? toolEnvironment()['OSDI_API_TOKEN']
  if (!key) throw new Error('Name a key of a group: --key KEY, or OSDI_API_TOKEN in the environment.')
  const address = (options.address ?? (await addressOf(options.stage, options.region))).replace(/\/$/, '')
  const target = { address, key }
  const { mail: to, rollback } = options
  const smoke = await traverse(address, key)
  const proofs: Proof[] = smoke.steps.map(({ title, status, ms, fault }) => ({
    ...{ title, seen: fault ?? `${status} in ${ms} ms`, isFault: fault !== undefined },
  }))
  const prove = async (title: string, work: () => Promise<string>) => proofs.push(await proving(title, work))
  await prove('a burst', () => burst(target, Number(options.burst), Number(options.connections)))
  await prove('a message of a webhook', () => webhook(target))
  if (to && !options.address) await prove('what Amazon SES takes', () => mailOfAccount())
  if (to) await prove(`a mail to ${to}`, () => mail(target, to))
  if (options.restore)
    await prove('a restore', () => npm('restore', '--at', new Date(Date.now() - 600_000).toISOString()))
  if (rollback)
    await prove('a rollback, and a deployment after it', async () => {
      await npm('rollback', '--timestamp', rollback, '--yes')
      return npm('deploy')
    })
  const file = options.out ?? `proof-${options.stage}-${new Date().toISOString().slice(0, 10)}.md`
  writeFileSync(file, reportOf(address, proofs))
  for (const { title, seen, isFault } of proofs) console.log(`${isFault ? '✗' : '✓'} ${title}: ${seen}`)
  console.log(`\nThe report is ${file}.`)
  if (proofs.some(({ isFault }) => isFault)) process.exitCode = 1
} catch (error) {
  console.error(whyRefused(error as Error) ?? (error as Error).message)
  process.exitCode = 1
}

function reportOf(address: string, proofs: Proof[]): string {
  const rows = proofs.map(({ title, seen, isFault }) => `| ${title} | ${isFault ? 'no' : 'yes'} | ${seen} |`)
  return [
    `# Proof of ${options.stage}, ${new Date().toISOString()}`,
    `The service at ${address}. Times are of this machine, with the network between.`,
    ['| What | Well | Seen |', '| --- | --- | --- |', ...rows].join('\n'),
    '',
  ].join('\n\n')
}
