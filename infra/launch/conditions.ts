/** A parameter, or another name, in a text. */
export const of = (name: string) => `\${${name}}`

/** The condition that a parameter is set. */
const isGiven = (name: string) => ({ 'Fn::Not': [{ 'Fn::Equals': [{ Ref: name }, ''] }] })
/** The condition that a parameter has a value. */
const is = (name: string, value: string) => ({ 'Fn::Equals': [{ Ref: name }, value] })
/** A value under a condition, and another one, or none, without it. */
export const when = (condition: string, value: unknown, otherwise: unknown = { Ref: 'AWS::NoValue' }) => ({
  'Fn::If': [condition, value, otherwise],
})

/** The conditions of the template, each of one setting. */
export const CONDITIONS = {
  HasMail: isGiven('MailFrom'),
  HasAlarmEmail: isGiven('AlarmAddress'),
  HasBudget: isGiven('MonthlyBudget'),
  IsFull: is('Monitoring', 'full'),
  IsWatched: { 'Fn::Not': [is('Monitoring', 'none')] },
  HasDomain: isGiven('DomainName'),
  HasDualStack: is('DualStack', 'yes'),
  IsOnlyDomain: is('OnlyDomain', 'yes'),
  HasPublicUrl: isGiven('PublicUrl'),
  HasBackup: isGiven('BackupDays'),
  HasBackupCopy: isGiven('BackupCopyTo'),
  HasKey: isGiven('KmsKey'),
  HasCap: isGiven('WriteCap'),
  AsksAmazonLocation: is('Geocoder', 'amazon-location'),
  IsTraced: is('Tracing', 'yes'),
  HasEventDay: isGiven('EventDay'),
  IsReserved: isGiven('ReservedConcurrency'),
  HasOwnTable: is('ExistingTable', ''),
  HasOwnImages: is('ExistingImages', ''),
  HasFirstOrganizer: isGiven('FirstOrganizer'),
  HasBoundary: isGiven('PermissionsBoundary'),
}

/** Parameters that need others. They are checked before anything is made. */
export const RULES = Object.fromEntries(
  [
    ['DomainName', 'Certificate', 'A domain needs its certificate.'],
    ['OnlyDomain', 'DomainName', 'OnlyDomain needs a domain: the service would have no address.', 'yes'],
    ['CdnAddressHeader', 'CdnSecretHash', 'A CDN needs the SHA-256 of its secret.'],
    ['WriteCap', 'ReadCap', 'A cap needs both of its units.'],
    ['BackupCopyTo', 'BackupDays', 'A copy of backups needs backups.'],
  ].map(([one = '', other = '', AssertDescription, value]) => [
    `${one}Needs${other}`,
    {
      RuleCondition: value ? is(one, value) : isGiven(one),
      Assertions: [{ Assert: isGiven(other), AssertDescription }],
    },
  ]),
)
