import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { ORIGIN, isDay } from '../lib/runtime/environment.js'
import { concurrencyFaults } from './queues/concurrency.js'
import { throughputFor } from './monitoring/event-day.js'

/*
 * The settings of a stage, read from infra/stages.yml and checked before anything is built or created.
 */

export const STAGES_FILE = join(import.meta.dirname, 'stages.yml')

const count = v.pipe(v.number('must be a number'), v.integer('must be whole'), v.minValue(1, 'must be above 0'))
const text = (pattern: RegExp, message: string) => v.pipe(v.string('must be text'), v.regex(pattern, message))

/** Settings beneath one. The fault names them, as a single value in their place may mean any of them. */
const group = <Entries extends v.ObjectEntries>(entries: Entries) => v.strictObject(entries, beneath(entries))

const beneath = (entries: v.ObjectEntries) => `must have settings beneath it (${Object.keys(entries).join(', ')})`

/** A list is an object as well, whose names would be numbers. */
const named = v.custom<object>(
  (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
  'must have names with values beneath it',
)

const throttle = group({ rate: count, burst: count })

/** The days that CloudWatch can keep logs for. */
export const RETENTIONS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922]

const SECRET_HASH = 'must be a SHA-256 in 64 hexadecimal digits'

const mailEntries = {
  from: text(
    /^([^"<>@\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address, or a name and an address: Events <events@example.org>',
  ),
  perSecond: v.optional(count),
}
const mail = v.strictObject(mailEntries, `must be none, or ${beneath(mailEntries).slice('must '.length)}`)

const schema = group({
  nativePrefix: text(/^(?!osdi$)[A-Za-z][\w-]*$/, 'must be letters, digits, _ or -, and not "osdi"'),
  defaultOriginSystem: v.optional(text(/^\S(.*\S)?$/, 'must be text without blanks around it')),
  securityContact: v.optional(text(/^(https:\/\/|mailto:)\S+$/, 'must be an address with https:// or mailto:')),
  hstsDays: v.optional(count),
  version1Ends: v.optional(v.pipe(v.string('must be text'), v.check(isDay, 'must be a day like 2027-12-31'))),
  region: v.optional(text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region of AWS, like eu-central-1')),
  table: v.optional(text(/^[\w.-]{3,249}$/, 'must be the name of a table')),
  geocoder: v.picklist(['embedded', 'amazon-location'], 'must be embedded or amazon-location'),
  logRetentionInDays: v.picklist(RETENTIONS, `must be one of ${RETENTIONS.join(', ')}`),
  throttle,
  rsvpThrottle: throttle,
  /** The alarms, and whether there is a dashboard: both cost money by the month. */
  monitoring: v.optional(v.picklist(['none', 'essential', 'full'], 'must be none, essential or full')),
  alarmEmail: v.optional(text(/^(\S+@\S+|none)$/, 'must be an email address, or none')),
  monthlyBudget: v.optional(count),
  tags: v.optional(
    v.pipe(
      named,
      v.record(
        text(/^(?!aws:)[\w .:/=+@-]{1,128}$/i, 'must be the name of a tag'),
        text(/^[\w .:/=+@-]{0,256}$/, 'must be text that AWS takes for a tag'),
      ),
    ),
  ),
  kmsKey: v.optional(text(/^arn:[\w-]+:kms:\S+:key\/\S+$/, 'must be the ARN of a key')),
  permissionsBoundary: v.optional(text(/^arn:[\w-]+:iam::\S+:policy\/\S+$/, 'must be the ARN of a policy')),
  throughputCap: v.optional(group({ read: count, write: count })),
  backup: v.optional(
    group({
      keepDays: count,
      copyTo: v.optional(text(/^arn:[\w-]+:backup:\S+:backup-vault:\S+$/, 'must be the ARN of a vault of AWS Backup')),
    }),
  ),
  tracing: v.optional(v.boolean('must be true or false')),
  dualStack: v.optional(v.boolean('must be true or false')),
  domain: v.optional(
    group({
      name: text(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain in lower case'),
      certificate: text(/^arn:[\w-]+:acm:\S+:certificate\/\S+$/, 'must be the ARN of a certificate'),
    }),
  ),
  corsOrigins: v.optional(
    v.array(text(ORIGIN, 'must be an origin like https://app.example.org'), 'must be a list of origins'),
  ),
  publicUrl: v.optional(text(/^https:\/\/[a-z0-9.-]+(:\d+)?\/?$/i, 'must be https:// and a host, without a path')),
  visitors: v.optional(group({ perNetwork: count, perEvent: count })),
  cdn: v.optional(
    group({
      addressHeader: text(
        /^(?!x-forwarded-for$)[a-z0-9-]+$/,
        'must be a header in lower case with one address, and not x-forwarded-for',
      ),
      secretHash: v.pipe(v.string('must be text'), v.regex(/^[0-9a-f]{64}$/, SECRET_HASH)),
    }),
  ),
  mail: v.optional(v.lazy((input) => (input === 'none' ? v.literal('none') : mail))),
  disableExecuteApiEndpoint: v.optional(v.boolean('must be true or false')),
  accountConcurrency: v.optional(count),
  eventDay: v.optional(
    group({
      provisionedConcurrency: v.optional(count),
      reservedConcurrency: v.optional(count),
      rsvpsPerSecond: v.optional(count),
    }),
  ),
})

export const settingNames = Object.keys(schema.entries)

/** The pattern of a setting, as the template of a launch takes it. @param name `mail.from` */
export function patternOf(name: string): string | undefined {
  let found = schema as unknown as Walked
  for (const part of name.split('.')) found = inner(inner(found).entries?.[part] as Walked)
  return found.pipe?.find((each) => each.requirement instanceof RegExp)?.requirement?.source
}

/** A schema of valibot, as far as `patternOf` walks it. */
interface Walked {
  wrapped?: Walked
  getter?: (input: unknown) => Walked
  entries?: Record<string, Walked>
  pipe?: { requirement?: RegExp }[]
}

const inner = (each: Walked): Walked =>
  each.wrapped ? inner(each.wrapped) : each.getter ? inner(each.getter(undefined)) : each

/** The settings of a stage as infra/stages.yml has them. */
type Written = v.InferOutput<typeof schema>

/** The same with what it leaves to the kind of the stage. */
export interface Settings extends Omit<Written, 'mail' | 'monitoring'> {
  monitoring: 'none' | 'essential' | 'full'
  mail?: v.InferOutput<typeof mail> | undefined
}

const allStages = () => stagesIn(readFileSync(STAGES_FILE, 'utf8'))

/** The stages of the text of infra/stages.yml. @throws Error where it is not YAML, or has none */
export function stagesIn(text: string): Record<string, unknown> {
  let stages: unknown
  try {
    stages = parse(text, { merge: true })
  } catch (error) {
    throw new Error(`infra/stages.yml cannot be read: ${(error as Error).message}`, { cause: error })
  }
  if (!v.is(named, stages)) throw new Error('infra/stages.yml has no stages: it must name each with its settings.')
  return stages as Record<string, unknown>
}

/**
 * The settings of a stage.
 * @param stages what infra/stages.yml holds
 * @throws Error naming the stages that there are, or every setting that is missing or wrong
 */
export function settingsOf(stage: string, stages = allStages()): Settings {
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage))
    throw new Error(`A stage is named in lower case, with at most 20 letters, digits or -, not "${stage}".`)
  if (!Object.hasOwn(stages, stage))
    throw new Error(
      `There is no stage "${stage}" in infra/stages.yml, only ${Object.keys(stages).join(', ')}. Add it there, or name one of these with --stage.`,
    )
  const result = v.safeParse(schema, stages[stage])
  if (result.success) return agreeing(stage, completed(stage, result.output))
  const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'} ${said(issue)}`)
  throw wrong(stage, faults)
}

/** Fills in what a stage leaves to its kind. */
function completed(stage: string, { mail, monitoring, ...written }: Written): Settings {
  return {
    ...written,
    monitoring: monitoring ?? (isProduction(stage) ? 'essential' : 'none'),
    ...(mail && mail !== 'none' && { mail }),
  }
}

/** Checks the rules between settings. */
function agreeing(stage: string, settings: Settings): Settings {
  const { eventDay, rsvpThrottle, domain, publicUrl } = settings
  const { provisionedConcurrency = 0, reservedConcurrency = Infinity, rsvpsPerSecond = 0 } = eventDay ?? {}
  const rules: [broken: boolean | undefined, fault: string][] = [
    [
      provisionedConcurrency > reservedConcurrency,
      'eventDay.provisionedConcurrency must not exceed eventDay.reservedConcurrency',
    ],
    [rsvpsPerSecond > rsvpThrottle.rate, 'eventDay.rsvpsPerSecond must not exceed rsvpThrottle.rate'],
    // Without an address the routes come before the functions (infra/api/routes.ts), so before their warm instances.
    [
      provisionedConcurrency > 0 && !domain && !publicUrl,
      'eventDay.provisionedConcurrency needs a domain or a publicUrl',
    ],
    [
      domain && settings.region !== undefined && domain.certificate.split(':')[3] !== settings.region,
      `domain.certificate must lie in the region of the stage, ${settings.region}`,
    ],
    [
      settings.disableExecuteApiEndpoint && !domain,
      'disableExecuteApiEndpoint needs a domain: the service would have no address',
    ],
  ]
  const faults = [
    ...rules.flatMap(([broken, fault]) => (broken ? [fault] : [])),
    ...concurrencyFaults(settings),
    ...throughputCapFaults(settings),
  ]
  if (faults.length > 0) throw wrong(stage, faults)
  return settings
}

/** A cap below what an event day needs would refuse its RSVPs. */
function throughputCapFaults({ throughputCap, eventDay }: Settings): string[] {
  if (!throughputCap || !eventDay?.rsvpsPerSecond) return []
  const { table, pending } = throughputFor(eventDay.rsvpsPerSecond)
  return (['read', 'write'] as const)
    .map((kind) => ({ kind, needed: Math.max(table[kind], pending[kind]) }))
    .filter(({ kind, needed }) => throughputCap[kind] < needed)
    .map(({ kind, needed }) => `throughputCap.${kind} must not be below ${needed}, which eventDay.rsvpsPerSecond needs`)
}

/** Whether the name of a stage says that people rely on it. */
const isProduction = (stage: string) => /(^|-)prod(uction)?(-|$)/.test(stage)

/**
 * The settings of a stage that is to be deployed.
 * @throws Error also where production would be silent, and the settings do not say that this is meant
 */
export function deployableSettingsOf(stage: string, stages = allStages()): Settings {
  const settings = settingsOf(stage, stages)
  const { mail } = stages[stage] as Written
  if (!isProduction(stage)) return settings
  const silent = [
    ...(settings.alarmEmail || settings.monitoring === 'none'
      ? []
      : ['alarmEmail is missing: no alarm of production would reach anyone. If that is meant, set it to none']),
    ...(mail
      ? []
      : [
          'mail is missing: guests would get no confirmation, and organizers no link to sign in. If that is meant, set it to none',
        ]),
  ]
  if (silent.length > 0) throw wrong(stage, silent)
  return settings
}

function said({ message, input, expected }: v.BaseIssue<unknown>): string {
  if (input === undefined) return 'is missing'
  if (expected === 'never') return 'is no setting: docs/owning.md, "Deploying", has all of them'
  // A secret that was entered in place of its hash is not repeated.
  return message === SECRET_HASH ? message : `${message}, not ${JSON.stringify(input)}`
}

const wrong = (stage: string, faults: string[]) =>
  new Error(`Stage "${stage}" in infra/stages.yml is wrong:\n${faults.map((each) => `- ${each}`).join('\n')}`)
