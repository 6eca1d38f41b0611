/** The environment of a deployed function. */
export interface Environment {
  /** Name of the DynamoDB table. */
  tableName: string
  /** Base of every link, without a trailing slash: `https://events.example.org`. */
  publicUrl: string
  /** System name of native identifiers, and the namespace of our own fields and relations. */
  nativePrefix: string
  /** The `origin_system` of what clients send without one; without it, they must send one. */
  defaultOriginSystem: string | undefined
  /** The key of the demo, which `npm start` gives to the documentation. */
  demoKey: string | undefined
  /** The contact for those who find a weakness: a web address, or a `mailto:` one. */
  securityContact: string | undefined
  /** Another DynamoDB than the one of the region, for example `http://localhost:8000`. */
  dynamodbEndpoint: string | undefined
  /** The geocoder: the embedded data, or Amazon Location before it. */
  geocoder: Geocoder
  /** Another Amazon Location than the one of the region. */
  geocoderEndpoint: string | undefined
  /** The table of locations. Functions that geocode find it in their layer. */
  locationTable: string
  /** The script of the explorer. The function that serves it finds it in its layer. */
  explorerFile: string
  /** The beginning of the URLs of all queues, for functions that put messages into some. */
  queuesUrl: string | undefined
  /** Whether every request is logged: on AWS always, elsewhere if the environment asks for it. */
  logsRequests: boolean
  /** Name of the deployment, by which metrics are told apart. */
  stage: string
  /** The version of Turnout. */
  version: string
  /** The RSVPs of visitors in a minute, from one network and for one event, that need no proof of work. */
  calmRates: { rsvps_per_network: number; rsvps_per_event: number }
  /** The place of uploaded images: a bucket of S3, with another S3 than the one of the region, or a folder. */
  images: { bucket: string | undefined; endpoint: string | undefined; folder: string | undefined }
  /** The CDN in front of the service: the header with the viewer's address, and the SHA-256 of its secret. */
  cdn: { addressHeader: string; secretHash: string } | undefined
  /** The days for which browsers use only https for this host; without it, the header is not sent. */
  hstsDays: number | undefined
  /** The day on which version 1 ends, where the owner has set one. */
  version1Ends: Date | undefined
  /** Origins whose pages may call the API with a key. */
  corsOrigins: string[]
}

/** The transport of emails: SMTP where there is a server, else a folder where there is one, else Amazon SES. */
export interface MailSettings {
  /** The sender: `Name <address>`. */
  from: string
  smtpUrl: string | undefined
  /** The folder that keeps emails as files. */
  outboxFolder: string | undefined
  /** The configuration set of SES. */
  configurationSet: string | undefined
  /** Another Amazon SES than the one of the region. */
  endpoint: string | undefined
  /** Number of emails a second that the account may send. */
  perSecond: number
}

const GEOCODERS = ['embedded', 'amazon-location'] as const
export type Geocoder = (typeof GEOCODERS)[number]

/** Further settings of the commands that run on the owner's machine. */
export interface LocalSettings {
  port: number
  dataDir: string
  dynamodbEndpoint: string | undefined
  publicUrl: string | undefined
  /** Names besides that of PUBLIC_URL under which requests may come, in lower case and without ports. */
  allowedHosts: string[]
  nativePrefix: string
  /** Name of a deployed table that a command should work on; without it, the local one. */
  tableName: string | undefined
  /** The API key of the service that data is imported from. */
  importKey?: string | undefined
  /** Whether npm runs this command as one of the package's scripts. */
  underNpm: boolean
}

type Source = Record<string, string | undefined>

/** A Chrome that the tests should use, where the one from npm does not run. */
export const chromePath = (source: Source = process.env): string | undefined => source['CHROME_PATH'] || undefined

const DEFAULT_PREFIX = 'service'

let known: Environment | undefined

/** The environment of this process, read once. @throws as readEnvironment */
export const environment = (): Environment => (known ??= readEnvironment())

/**
 * Reads and checks the environment of a deployed function.
 * @throws Error naming every variable that is missing, or the first that is malformed, so that the first invocation
 *   says what to mend.
 */
export function readEnvironment(source: Source = process.env): Environment {
  complain(['TABLE_NAME', 'PUBLIC_URL'].filter((name) => !source[name]))
  return {
    tableName: source['TABLE_NAME'] as string,
    publicUrl: readPublicUrl(source) as string,
    nativePrefix: readPrefix(source),
    defaultOriginSystem: source['DEFAULT_ORIGIN_SYSTEM']?.trim() || undefined,
    demoKey: source['DEMO_KEY'] || undefined,
    securityContact: source['SECURITY_CONTACT'] || undefined,
    hstsDays: source['HSTS_DAYS'] ? readCount(source, 'HSTS_DAYS', 0) : undefined,
    version1Ends: readDay(source, 'VERSION_1_ENDS'),
    dynamodbEndpoint: source['DYNAMODB_ENDPOINT'] || undefined,
    explorerFile: source['EXPLORER_FILE'] || '/opt/openapi-explorer.js',
    ...readGeocoding(source),
    queuesUrl: source['QUEUES_URL'] || undefined,
    logsRequests: readSwitch(source, 'REQUEST_LOG'),
    stage: source['STAGE'] || 'local',
    version: source['VERSION'] || 'unknown',
    calmRates: {
      rsvps_per_network: readCount(source, 'RSVPS_PER_NETWORK', 120),
      rsvps_per_event: readCount(source, 'RSVPS_PER_EVENT', 3_000),
    },
    images: {
      bucket: source['IMAGES_BUCKET'] || undefined,
      endpoint: source['IMAGES_ENDPOINT'] || undefined,
      folder: source['IMAGES_FOLDER'] || undefined,
    },
    cdn: readCdn(source),
    corsOrigins: readOrigins(source),
  }
}

/** The settings for delivering webhooks. */
export interface WebhookSettings {
  /** Whether receivers may be in one's own network, and without TLS: on one's own machine alone. */
  allowsPrivate: boolean
  /** The pauses between attempts, in seconds, where they are not the usual ones. */
  pauses: number[] | undefined
}

/** @throws Error when a deployment would reach its own network, or when the pauses are not numbers */
export function readWebhooks(source: Source = process.env): WebhookSettings {
  const allowsPrivate = readSwitch(source, 'WEBHOOK_ALLOW_PRIVATE')
  if (allowsPrivate && (source['STAGE'] || source['AWS_LAMBDA_FUNCTION_NAME']))
    throw new Error('WEBHOOK_ALLOW_PRIVATE must not be on in a deployment.')
  const pauses = source['WEBHOOK_SCHEDULE']?.split(',').map((each) => Number(each.trim()))
  if (pauses?.some((each) => !(each > 0 && each < 1e7)))
    throw new Error('WEBHOOK_SCHEDULE must be numbers of seconds, separated by commas.')
  return { allowsPrivate, pauses }
}

/**
 * Reads whether identity providers may be in one's own network, and without TLS: on one's own machine alone.
 * @throws Error when a deployment would reach its own network
 */
export function readSignIn(source: Source = process.env): { allowsPrivate: boolean } {
  const allowsPrivate = readSwitch(source, 'SIGN_IN_ALLOW_PRIVATE')
  if (allowsPrivate && (source['STAGE'] || source['AWS_LAMBDA_FUNCTION_NAME']))
    throw new Error('SIGN_IN_ALLOW_PRIVATE must not be on in a deployment.')
  return { allowsPrivate }
}

/** The sender where nothing else is set. */
const LOCAL_SENDER = 'Turnout <events@localhost>'

/**
 * Reads how mails are sent.
 * @throws Error when SMTP_URL is not an address of a server, or MAIL_PER_SECOND no number
 */
export function readMail(source: Source = process.env): MailSettings | undefined {
  const [from, smtpUrl, outboxFolder] = ['MAIL_FROM', 'SMTP_URL', 'MAIL_OUTBOX'].map(
    (name) => source[name]?.trim() || undefined,
  )
  if (!from && !smtpUrl && !outboxFolder) return undefined
  // It may hold a password, which the message does not repeat.
  if (smtpUrl && !/^smtps?:\/\/\S+$/i.test(smtpUrl))
    throw new Error('SMTP_URL must be smtp:// or smtps:// and the address of a server.')
  return {
    from: from ?? LOCAL_SENDER,
    smtpUrl,
    outboxFolder,
    configurationSet: source['MAIL_CONFIGURATION_SET'] || undefined,
    endpoint: readAddress(source, 'SES_ENDPOINT'),
    perSecond: readCount(source, 'MAIL_PER_SECOND', outboxFolder || smtpUrl ? 500 : 1),
  }
}

/** The environment of the tools of AWS, which commands of a deployment read, complete and hand on. */
export const toolEnvironment = (): NodeJS.ProcessEnv => process.env

/** The name of the deployed function that this process is of; Lambda sets it. */
export const functionName = (source: Source = process.env): string | undefined => source['AWS_LAMBDA_FUNCTION_NAME']

/** Returns the beginning of the URLs of all queues. @throws Error when this function has none */
export function queuesUrlOf({ queuesUrl }: Pick<Environment, 'queuesUrl'>): string {
  if (!queuesUrl) complain(['QUEUES_URL'])
  return queuesUrl as string
}

/** @throws Error unless it is a whole number above 0 */
function readCount(source: Source, name: string, byDefault: number): number {
  const text = source[name] || String(byDefault)
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number above 0, not "${text}".`)
  return Number(text)
}

/** Whether a text is a day that exists: 30 February would be read as one of March. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

/** @throws Error for a malformed date */
function readDay(source: Source, name: string): Date | undefined {
  const text = source[name]
  if (text && !isDay(text)) throw new Error(`${name} must be a day like 2027-12-31, not "${text}".`)
  return text ? new Date(text) : undefined
}

/** @throws Error when one of both is missing or malformed. The message does not hold the hash. */
function readCdn(source: Source): Environment['cdn'] {
  const [addressHeader, secretHash] = [source['CDN_ADDRESS_HEADER'], source['CDN_SECRET_HASH']]
  if (!addressHeader && !secretHash) return undefined
  if (!addressHeader || !secretHash || !/^[0-9a-f]{64}$/.test(secretHash))
    throw new Error('CDN_ADDRESS_HEADER needs CDN_SECRET_HASH, a SHA-256 in 64 hexadecimal digits.')
  return { addressHeader: addressHeader.toLowerCase(), secretHash }
}

/** An origin as browsers send it: without a path, and in lower case. */
export const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/

/** @throws Error when one of them is not the name of a host */
function readHosts(source: Source): string[] {
  const hosts = readNames(source, 'ALLOWED_HOSTS').map((each) => each.toLowerCase())
  const wrong = hosts.find((each) => !/^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(each))
  if (wrong !== undefined)
    throw new Error(`ALLOWED_HOSTS must be names like turnout.example.org, separated by commas, not "${wrong}".`)
  return hosts
}

const readNames = (source: Source, name: string) => (source[name] ?? '').split(',').flatMap((each) => each.trim() || [])

/** @throws Error when one of them is not an origin */
function readOrigins(source: Source): string[] {
  const origins = readNames(source, 'CORS_ORIGINS')
  const wrong = origins.find((each) => !ORIGIN.test(each))
  if (wrong !== undefined)
    throw new Error(`CORS_ORIGINS must be origins like https://app.example.org, separated by commas, not "${wrong}".`)
  return origins
}

/** @throws Error when it is neither on nor off */
function readSwitch(source: Source, name: string): boolean {
  const value = source[name] || 'off'
  if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off, not "${value}".`)
  return value === 'on'
}

/** The secret of credentials for the embedded engine, which accepts any signature: none is computed for it. */
export const UNSIGNED = 'unsigned'

/** Whether this process sends its requests to the embedded engine, which wants no signature. */
export const isUnsigned = (source: Source = process.env): boolean => source['AWS_SECRET_ACCESS_KEY'] === UNSIGNED

/**
 * Returns the region and the credentials of a function: Lambda sets them, and they hold for as long as the process
 * lives.
 * @throws Error naming every variable that is missing
 */
export function environmentAccount(source: Source = process.env) {
  const needed = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  const [region = '', accessKeyId = '', secretAccessKey = ''] = needed.map((name) => source[name])
  complain(needed.filter((name) => !source[name]))
  const sessionToken = source['AWS_SESSION_TOKEN'] || undefined
  return { region, credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }
}

/**
 * Reads what geocoding needs, for functions and for commands.
 * @throws Error when GEOCODER is none that there is
 */
export function readGeocoding(source: Source = process.env) {
  const geocoder = GEOCODERS.find((each) => each === (source['GEOCODER'] || 'embedded'))
  if (!geocoder) throw new Error(`GEOCODER must be ${GEOCODERS.join(' or ')}, not "${source['GEOCODER']}".`)
  return {
    geocoder,
    geocoderEndpoint: source['GEOCODER_ENDPOINT'] || undefined,
    locationTable: source['LOCATION_TABLE'] || '/opt/locations.tsv',
  }
}

/**
 * Reads the settings of `npm start` and of the owner's command line.
 * @throws Error with one sentence when one of them is malformed
 */
export function readLocalSettings(source: Source = process.env): LocalSettings {
  const port = Number(source['PORT'] || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT must be a number from 0 to 65535, not "${source['PORT']}".`)
  return {
    port,
    dataDir: source['DATA_DIR'] || '.data',
    dynamodbEndpoint: readAddress(source, 'DYNAMODB_ENDPOINT'),
    publicUrl: readPublicUrl(source),
    allowedHosts: readHosts(source),
    nativePrefix: readPrefix(source),
    tableName: source['TABLE_NAME'] || undefined,
    importKey: source['IMPORT_KEY'] || undefined,
    underNpm: Boolean(source['npm_lifecycle_event']),
  }
}

/** Returns the folder for emails that this machine does not send. */
export const outboxOf = ({ dataDir }: Pick<LocalSettings, 'dataDir'>) => `${dataDir}/outbox`

/** Gives handlers that run in this process the environment that a deployment would give them. */
export function provideEnvironment(values: Record<string, string>): void {
  Object.assign(process.env, values)
  known = undefined
}

/** As `provideEnvironment`, but what the owner has set stays. */
export function provideDefaults(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ||= value
}

/** Paths are appended to it, so it has no query, and one slash at its end is dropped. */
const readPublicUrl = (source: Source) => readAddress(source, 'PUBLIC_URL')?.replace(/\/$/, '')

/** @throws Error when it is not what paths can be appended to */
function readAddress(source: Source, name: string): string | undefined {
  const address = source[name] || undefined
  if (address === undefined || (/^https?:\/\/[^\s?#@\\]*[^\s?#@/\\]\/?$/i.test(address) && URL.canParse(address)))
    return address
  throw new Error(`${name} must be an http or https address without a query, not "${address}".`)
}

function readPrefix(source: Source): string {
  const prefix = source['NATIVE_PREFIX'] || DEFAULT_PREFIX
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(prefix) || prefix === 'osdi')
    throw new Error(`NATIVE_PREFIX must be letters, digits, _ or -, and not "osdi"; it is "${prefix}".`)
  return prefix
}

function complain(missing: string[]): void {
  if (missing.length > 0) throw new Error(`Missing in the environment: ${missing.join(', ')}`)
}
