import { eventDays } from './event-days.js'
import { RETENTIONS, patternOf, settingsOf } from '../settings.js'

/*
 * The choices of an owner who launches the template. A parameter stands for the setting of infra/stages.yml that
 * it names, whose pattern it takes; docs/owning.md has what each does.
 */

export interface Parameter {
  /** The setting of a stage that it is; none for what only a launch has. */
  setting?: string
  /** The heading under which the console shows it. */
  group: string
  does: string
  /** The default; without one, its absence is blank. */
  usual?: string | number
  /** All values that it may have. */
  of?: (string | number)[]
  pattern?: string
}

const { nativePrefix, logRetentionInDays, geocoder, throttle, rsvpThrottle } = settingsOf('prod')
const ANSWERS = ['no', 'yes']

/** The parameters by their names. */
export const parameters: Record<string, Parameter> = {
  FirstOrganizer: {
    group: 'To begin',
    does: 'The email address of the first organizer. The output SignIn has a link for them.',
    pattern: String.raw`[^\s@]+@[^\s@]+`,
  },
  Group: { group: 'To begin', does: 'What the first group is called.', usual: 'Our group' },
  SignInAgain: {
    group: 'To begin',
    does: 'Anything else than before, when you update the stack, makes another link to sign in.',
  },
  Archive: {
    group: 'To begin',
    does: 'A link to the archive of this release, turnout-VERSION.zip. The stack refuses one with another checksum.',
    pattern: String.raw`https?://\S+`,
  },
  MailFrom: { setting: 'mail.from', group: 'Mail', does: 'Who mails come from: Events <events@example.org>.' },
  MailPerSecond: {
    setting: 'mail.perSecond',
    group: 'Mail',
    does: 'Emails a second that Amazon SES takes from this account.',
    usual: 1,
    pattern: '[1-9][0-9]*',
  },
  AlarmAddress: {
    setting: 'alarmEmail',
    group: 'Alarms and logs',
    does: 'The email address that gets alarms and is told of the budget. AWS asks it to confirm.',
  },
  MonthlyBudget: {
    setting: 'monthlyBudget',
    group: 'Alarms and logs',
    does: 'Dollars a month for the whole account. AlarmAddress is told at 80 % of it, and when AWS forecasts more than it.',
    usual: 50,
    pattern: '|[1-9][0-9]*',
  },
  Monitoring: {
    setting: 'monitoring',
    group: 'Alarms and logs',
    does: 'No alarms, those about lost work, or all of them with a dashboard.',
    usual: 'essential',
    of: ['none', 'essential', 'full'],
  },
  LogRetention: {
    setting: 'logRetentionInDays',
    group: 'Alarms and logs',
    does: 'Days that logs are kept.',
    usual: logRetentionInDays,
    of: RETENTIONS,
  },
  Tracing: { setting: 'tracing', group: 'Alarms and logs', does: 'Traces in AWS X-Ray.', usual: 'no', of: ANSWERS },
  DomainName: { setting: 'domain.name', group: 'Address', does: 'A domain of your own: events.example.org.' },
  Certificate: {
    setting: 'domain.certificate',
    group: 'Address',
    does: 'The ARN of its certificate in this region.',
  },
  PublicUrl: { setting: 'publicUrl', group: 'Address', does: 'The base of every link, behind a CDN.' },
  OnlyDomain: {
    setting: 'disableExecuteApiEndpoint',
    group: 'Address',
    does: 'Whether the address that AWS gives stops answering. It needs a domain.',
    usual: 'no',
    of: ANSWERS,
  },
  DualStack: { setting: 'dualStack', group: 'Address', does: 'Addresses of IPv6, too.', usual: 'no', of: ANSWERS },
  CdnAddressHeader: {
    setting: 'cdn.addressHeader',
    group: 'Address',
    does: "The header in which a CDN names the viewer's address.",
  },
  CdnSecretHash: {
    setting: 'cdn.secretHash',
    group: 'Address',
    does: 'The SHA-256 of the secret that the CDN sends as X-CDN-Secret.',
    pattern: '[0-9a-f]{64}',
  },
  NativePrefix: {
    setting: 'nativePrefix',
    group: 'The service',
    does: 'The first part of native identifiers. It cannot change later: a stack with FirstOrganizer refuses it.',
    usual: nativePrefix,
  },
  DefaultOriginSystem: {
    setting: 'defaultOriginSystem',
    group: 'The service',
    does: 'The origin_system of what clients send without one.',
  },
  SecurityContact: {
    setting: 'securityContact',
    group: 'The service',
    does: 'Whom to tell of a weakness: mailto:security@example.org.',
  },
  HstsDays: {
    setting: 'hstsDays',
    group: 'The service',
    does: 'Days for which browsers that visited use only HTTPS for this host. You cannot take it back.',
    pattern: '[1-9][0-9]*',
  },
  Version1Ends: {
    setting: 'version1Ends',
    group: 'The service',
    does: 'The day on which you mean to end version 1 of the API.',
    pattern: String.raw`\d{4}-\d\d-\d\d`,
  },
  CorsOrigins: {
    setting: 'corsOrigins',
    group: 'The service',
    does: 'Origins whose pages may call the API with a key, separated by commas.',
    pattern: String.raw`https?://\S+`,
  },
  Geocoder: {
    setting: 'geocoder',
    group: 'The service',
    does: 'What geocodes. Amazon Location costs money for each write with a location.',
    usual: geocoder,
    of: ['embedded', 'amazon-location'],
  },
  ...whole('The service', {
    RsvpsPerNetwork: [
      'visitors.perNetwork',
      120,
      'RSVPs of visitors from a network in a minute without proof of work.',
    ],
    RsvpsPerEvent: ['visitors.perEvent', 3_000, 'RSVPs of visitors for an event in a minute without proof of work.'],
  }),
  ...whole('Limits', {
    Rate: ['throttle.rate', throttle.rate, 'Requests a second to a route before it answers 429.'],
    Burst: ['throttle.burst', throttle.burst, 'Requests at once before it answers 429.'],
    RsvpRate: ['rsvpThrottle.rate', rsvpThrottle.rate, 'The same as Rate, for a route that takes RSVPs.'],
    RsvpBurst: ['rsvpThrottle.burst', rsvpThrottle.burst, 'The same as Burst, for a route that takes RSVPs.'],
  }),
  EventDay: {
    setting: 'eventDay.rsvpsPerSecond',
    group: 'Limits',
    does: 'RSVPs a second that the table takes from its first second on. AWS never lowers it.',
    of: Object.keys(eventDays),
  },
  ReservedConcurrency: {
    setting: 'eventDay.reservedConcurrency',
    group: 'Limits',
    does: 'Instances that are reserved for each function that takes RSVPs.',
    pattern: '[1-9][0-9]*',
  },
  ReadCap: {
    setting: 'throughputCap.read',
    group: 'Limits',
    does: 'Read units a second that the table takes at most. It needs WriteCap.',
    pattern: '[1-9][0-9]*',
  },
  WriteCap: {
    setting: 'throughputCap.write',
    group: 'Limits',
    does: 'Write units a second that the table takes at most.',
    pattern: '[1-9][0-9]*',
  },
  PermissionsBoundary: {
    setting: 'permissionsBoundary',
    group: 'Data',
    does: 'The ARN of the policy that bounds every role, where the account wants one.',
  },
  ExistingTable: {
    setting: 'table',
    group: 'Data',
    does: 'A table that exists: of a stack that was removed, or a restored one. It is used as it is: ReadCap, WriteCap and EventDay do not change it, and KmsKey has to be its key. Blank makes a table with the name of the stack, and fails where there is one. Never name a table that another stack uses: both would do its background work.',
  },
  ExistingImages: {
    group: 'Data',
    does: 'The bucket of images of a stack that was removed. Blank makes one.',
    pattern: '[a-z0-9.-]{3,63}',
  },
  KmsKey: { setting: 'kmsKey', group: 'Data', does: 'The ARN of a key of your own for the table.' },
  BackupDays: {
    setting: 'backup.keepDays',
    group: 'Data',
    does: 'Days that a daily backup of table and images is kept. Blank makes none.',
    pattern: '[1-9][0-9]*',
  },
  BackupCopyTo: { setting: 'backup.copyTo', group: 'Data', does: 'The ARN of a vault that gets a copy of each.' },
}

function whole(group: string, all: Record<string, [setting: string, usual: number, does: string]>) {
  return Object.fromEntries(
    Object.entries(all).map(([name, [setting, usual, does]]) => [
      name,
      { setting, group, does, usual, pattern: '[1-9][0-9]*' },
    ]),
  )
}

/** The parameters as CloudFormation takes them. @param archive the address that the release will have */
export const parametersSection = (archive: string | undefined) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, { setting, does, usual = '', of, pattern }]) => {
      const wanted = pattern ?? (setting && !of ? patternOf(setting) : undefined)
      const blank = usual === '' && !of ? '|' : ''
      return [
        name,
        {
          Type: 'String',
          Description: does,
          Default: name === 'Archive' ? (archive ?? '') : String(usual),
          ...(of && { AllowedValues: [...(usual === '' ? [''] : []), ...of.map(String)] }),
          ...(wanted && { AllowedPattern: blank ? `^$|${wanted}` : wanted, ConstraintDescription: does }),
        },
      ]
    }),
  )

/** Their order and labels in the console. */
export const parametersInterface = () => ({
  ParameterGroups: [...Map.groupBy(Object.entries(parameters), ([, { group }]) => group)].map(([label, all]) => ({
    Label: { default: label },
    Parameters: all.map(([name]) => name),
  })),
})
