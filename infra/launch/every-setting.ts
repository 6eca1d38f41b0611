import type { Settings } from '../settings.js'
import { of } from './conditions.js'

/** The names that stand for what only a launch knows. They are in no name of a resource. */
export const STAGE = 'placeholder'
export const TABLE = 'tabletop'
export const REGION = 'us-east-1'
export const STREAM = `arn:aws:dynamodb:${REGION}:000000000000:table/${TABLE}/stream/of-no-account`

const number = (name: string) => of(name) as unknown as number

/** Every setting, as the parameter that it is. */
export const everything: Settings = {
  nativePrefix: of('NativePrefix'),
  defaultOriginSystem: of('DefaultOriginSystem'),
  securityContact: of('SecurityContact'),
  hstsDays: number('HstsDays'),
  version1Ends: of('Version1Ends'),
  table: TABLE,
  geocoder: 'amazon-location',
  logRetentionInDays: number('LogRetention'),
  throttle: { rate: number('Rate'), burst: number('Burst') },
  rsvpThrottle: { rate: number('RsvpRate'), burst: number('RsvpBurst') },
  monitoring: 'full',
  alarmEmail: of('AlarmAddress'),
  monthlyBudget: number('MonthlyBudget'),
  kmsKey: of('KmsKey'),
  throughputCap: { read: number('ReadCap'), write: number('WriteCap') },
  backup: { keepDays: number('BackupDays'), copyTo: of('BackupCopyTo') },
  tracing: true,
  dualStack: true,
  domain: { name: of('DomainName'), certificate: of('Certificate') },
  corsOrigins: [of('CorsOrigins')],
  // No text: the routes then name the functions, which the address of the API comes before (infra/api/routes.ts).
  publicUrl: { Ref: 'AddressOfService' } as unknown as string,
  visitors: { perNetwork: number('RsvpsPerNetwork'), perEvent: number('RsvpsPerEvent') },
  cdn: { addressHeader: of('CdnAddressHeader'), secretHash: of('CdnSecretHash') },
  mail: { from: `any@${of('MailDomain')}`, perSecond: number('MailPerSecond') },
}

/** The settings without one, by the condition that the one is. */
export const without: Record<string, Settings> = {
  HasMail: { ...everything, mail: undefined },
  HasAlarmEmail: { ...everything, alarmEmail: undefined },
  HasBudget: { ...everything, monthlyBudget: undefined },
  IsFull: { ...everything, monitoring: 'essential' },
  IsWatched: { ...everything, monitoring: 'none' },
  HasDomain: { ...everything, domain: undefined },
  HasDualStack: { ...everything, dualStack: false },
  HasBackup: { ...everything, backup: undefined },
  HasBackupCopy: { ...everything, backup: { keepDays: number('BackupDays') } },
  HasKey: { ...everything, kmsKey: undefined },
  HasCap: { ...everything, throughputCap: undefined },
  AsksAmazonLocation: { ...everything, geocoder: 'embedded' },
  IsTraced: { ...everything, tracing: false },
}
