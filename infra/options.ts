import { Command, InvalidArgumentError, Option } from 'commander'

/** The options of a deployment's commands. */
export interface Options {
  stage: string
  region?: string | undefined
  profile?: string | undefined
  table?: string | undefined
  timestamp?: string | undefined
  at?: Date | undefined
  to?: string | undefined
  /** Seconds that requests in progress may take before a switch. */
  drain: number
  /** Whether questions are answered with yes. */
  yes: boolean
  /** Options that the serverless CLI takes as they are. */
  others: string[]
}

/** Treats an unset variable of the shell as no choice. */
function text(value: string): string {
  if (value === '') throw new InvalidArgumentError('It is blank: give a value, or leave it out.')
  return value
}

function time(value: string): Date {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('A time is like 2026-11-21T09:00:00Z.')
  return at
}

function seconds(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It is a number of seconds.')
  return Number(value)
}

function regionName(value: string): string {
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(value)) throw new InvalidArgumentError('A region of AWS is like eu-central-1.')
  return value
}

const OPTIONS = {
  stage: new Option('-s, --stage <name>', 'a stage of infra/stages.yml').default('dev').argParser(text),
  region: new Option(
    '-r, --region <name>',
    'its region; without it that of the stage, of AWS_REGION or of the profile',
  ).argParser(regionName),
  profile: new Option('--aws-profile <name>', 'the profile whose credentials are used').argParser(text),
  timestamp: new Option('-t, --timestamp <timestamp>', 'the deployment to go back to').argParser(text),
  yes: new Option('-y, --yes', 'answer questions with yes').default(false),
  at: new Option('--at <time>', 'the time to restore, before the damage').argParser(time),
  to: new Option('--to <table>', 'the name of the restored table').argParser(text),
  table: new Option('--table <name>', 'the table that the service is to use').argParser(text),
  drain: new Option('--drain <seconds>', 'how long requests in progress may take before the switch')
    .default(30)
    .argParser(seconds),
  verbose: new Option('--verbose', 'say more of what is done'),
  force: new Option('--force', 'deploy also where nothing has changed'),
}

type Name = keyof typeof OPTIONS

/** The commands: what each does, and its options besides the stage and where it is. */
const COMMANDS: Record<string, { does: string; takes: Name[] }> = {
  package: {
    does: 'Builds a stage into build/ and .serverless/, without credentials or network',
    takes: ['verbose'],
  },
  deploy: {
    does: 'Deploys a stage to AWS, or changes what is deployed. docs/operating.md: "Deploy"',
    takes: ['profile', 'verbose', 'force'],
  },
  rollback: {
    does: 'Lists the last deployments of a stage, and goes back to one of them. docs/operating.md: "Roll back"',
    takes: ['profile', 'timestamp', 'verbose'],
  },
  remove: {
    does: 'Removes a stage from AWS. The table stays, with its data. docs/operating.md: "Remove"',
    takes: ['profile', 'yes', 'verbose'],
  },
  restore: {
    does: 'Restores the table in service to a table beside it, as it was at a time; or, without --at, brings it back after it was deleted. docs/operating.md: "Back up and restore"',
    takes: ['profile', 'at', 'to'],
  },
  switch: {
    does: 'Lets the service use another table. docs/operating.md: "Back up and restore"',
    takes: ['profile', 'table', 'drain'],
  },
}

export const commandNames = Object.keys(COMMANDS)

/** The words for work on a deployment, which stand first after `npm run deploy --`. */
export const ofDeployment = commandNames.filter((name) => !['package', 'deploy'].includes(name))

const verbs = () => ofDeployment.map((name) => `  ${name.padEnd(10)}${COMMANDS[name]?.does}`).join('\n')

/**
 * Reads the command line of a command, and prints its help where that is asked for.
 * @param args after the name of the command
 * @param environment npm puts an option there that it took for itself, as `--` was missing
 * @throws CommanderError for wrong usage, which is printed then, and after the help
 */
export function readOptions(name: string, args: string[], environment: NodeJS.ProcessEnv = {}): Options {
  const { does, takes } = COMMANDS[name] ?? { does: '', takes: [] }
  const written = ofDeployment.includes(name) ? `npm run deploy -- ${name}` : `npm run ${name} --`
  const usual = `${written} --stage prod`
  const command = new Command(written)
    .description(does)
    .exitOverride()
    .showHelpAfterError(`Usual: ${usual}. All options: ${written} --help`)
  for (const each of ['stage', 'region', ...takes] as const) command.addOption(OPTIONS[each])
  if (name === 'deploy') command.addHelpText('after', `\nWith a word before the options:\n${verbs()}`)
  command.parse(args, { from: 'user' })
  const values = command.opts<Partial<Options> & { awsProfile?: string; verbose?: true; force?: true }>()
  if (environment['npm_config_stage'] && command.getOptionValueSource('stage') !== 'cli')
    command.error(`error: npm took --stage for itself: write -- before it`)
  return {
    stage: values.stage ?? 'dev',
    region: values.region,
    profile: values.awsProfile,
    table: values.table,
    timestamp: values.timestamp,
    at: values.at,
    to: values.to,
    drain: values.drain ?? 0,
    yes: values.yes ?? false,
    others: [...(values.verbose ? ['--verbose'] : []), ...(values.force ? ['--force'] : [])],
  }
}
