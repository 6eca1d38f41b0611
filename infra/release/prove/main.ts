import { Command, InvalidArgumentError } from 'commander'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { version } from '../../../package.json' with { type: 'json' }
import { toolEnvironment } from '../../../lib/runtime/environment.js'
import { traverse } from '../smoke-requests.js'
import { whyRefused } from '../../aws-errors.js'
import { addressOf, httpAddress } from '../stage-address.js'
import { mailAccount, mailFaults } from '../../queues/mail-account.js'
import { regionFor } from '../../place.js'
import { settingsOf } from '../../settings.js'
import { type Proof, milliseconds, proving, reportOf, untried } from './proof.js'
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
  burst: number
  connections: number
  mail?: string
  restore?: boolean
  rollback?: string
  out?: string
}

function count(value: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError('It is a number above 0.')
  return Number(value)
}

const options = new Command('npm run prove --')
  .description('Shows that a deployed stage works, and writes a dated report with absolute times')
  .option('--stage <name>', 'the stage', 'dev')
  .option('--region <name>', 'its region')
  .option('--address <url>', "another address than the stage's own, for example that of npm start", httpAddress)
  .option('--key <key>', 'a key of a group of its own; without it OSDI_API_TOKEN of the environment')
  .option('--burst <number>', 'RSVPs of new people to one event', count, 500)
  .option('--connections <number>', 'how many of them are sent at the same time', count, 50)
  .option('--mail <address>', 'ask for a link to sign in of a member; say at the terminal when the email has come')
  .option('--restore', 'restore the table as it was ten minutes ago, under another name; delete it afterwards')
  .option(
    '--rollback <timestamp>',
    'go back to a deployment that npm run deploy -- rollback lists, and forth by a deployment',
  )
  .option('--out <file>', 'the report; without it proof-STAGE-DATE.md')
  .parse()
  .opts<Options>()

/** @param words before the options: none to deploy, `restore` to restore */
const deploy = (words: string[], ...args: string[]) => {
  const where = ['--stage', options.stage, ...(options.region ? ['--region', options.region] : [])]
  const { status } = spawnSync('npm', ['run', '-s', 'deploy', '--', ...words, ...where, ...args], { stdio: 'inherit' })
  const command = ['npm run deploy', ...words].join(' -- ')
  if (status !== 0) throw new Error(`${command} has failed`)
  return Promise.resolve(`${command} has succeeded`)
}

/** @throws Error where Amazon SES keeps emails from their people */
async function mailOfAccount(): Promise<string> {
  const settings = settingsOf(options.stage)
  if (!settings.mail) throw new Error('infra/stages.yml has no mail for this stage: it sends none')
  const region = await regionFor(options, settings, toolEnvironment())
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
  const began = new Date()
  const smoke = await traverse(address, key)
  const proofs: Proof[] = smoke.steps.map(({ title, status, ms, fault }) => ({
    title,
    seen: fault ?? `${status} in ${milliseconds(ms)}`,
    outcome: fault ? 'no' : 'yes',
  }))
  const prove = async (title: string, work: () => Promise<string>) => proofs.push(await proving(title, work))
  await prove(`a burst of ${options.burst} RSVPs`, () => burst(target, options.burst, options.connections))
  await prove('a message of a webhook', () => webhook(target))
  if (to && !options.address) await prove('what Amazon SES takes', () => mailOfAccount())
  if (to) await prove(`an email to ${to}`, () => mail(target, to))
  else proofs.push(untried('an email to yourself', '--mail'))
  if (options.restore)
    await prove('a restore', () => deploy(['restore'], '--at', new Date(Date.now() - 600_000).toISOString()))
  else proofs.push(untried('a restore', '--restore'))
  const back = 'a rollback, and a deployment after it'
  if (rollback)
    await prove(back, async () => {
      await deploy(['rollback'], '--timestamp', rollback)
      return deploy([])
    })
  else proofs.push(untried(back, '--rollback'))
  const file = options.out ?? `proof-${options.stage}-${began.toISOString().slice(0, 10)}.md`
  const about = [
    `The service at ${address}, tried with Turnout ${version}${commitHere()}.`,
    'Times are of this machine, with the network between.',
  ]
  writeFileSync(file, reportOf(`Proof of ${options.stage}, ${began.toISOString()}`, about, proofs))
  const marks = { yes: '✓', no: '✗', look: '?', 'not tried': '-' }
  for (const { title, seen, outcome } of proofs) console.log(`${marks[outcome]} ${title}: ${seen}`)
  console.log(`\nThe report is ${file}.`)
  if (proofs.some(({ outcome }) => outcome === 'no')) process.exitCode = 1
} catch (error) {
  console.error(whyRefused(error as Error) ?? (error as Error).message)
  process.exitCode = 1
}

/** The commit that is checked out; nothing without git. */
function commitHere(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  return status === 0 ? `, commit ${stdout.trim()}` : ''
}
