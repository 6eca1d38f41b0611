import { TABLE_NAME } from '../table/table.js'
import { of, when } from './conditions.js'
import { STAGE, STREAM, TABLE, everything } from './every-setting.js'

/** Names in texts that are neither parameters nor resources. */
const COMPUTED: Record<string, unknown> = {
  // The domain of the sender, which may stand in brackets.
  MailDomain: {
    'Fn::Select': [0, { 'Fn::Split': ['>', { 'Fn::Select': [1, { 'Fn::Split': ['@', { Ref: 'MailFrom' }] }] }] }],
  },
  // Words of a search in CloudWatch.
  Words: { 'Fn::Join': [' ', { 'Fn::Split': ['-', { Ref: 'AWS::StackName' }] }] },
}

const EXECUTE_API = { 'Fn::Sub': 'https://${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}' }
/** The address of the service: the owner's, that of the domain, or API Gateway's. */
export const ADDRESS = when(
  'HasPublicUrl',
  { Ref: 'PublicUrl' },
  when('HasDomain', { 'Fn::Sub': 'https://${DomainName}' }, EXECUTE_API),
)

/** Values of the packaged template that a launch replaces. */
const REPLACED = new Map<string, unknown>(
  (
    [
      [{ Ref: 'AddressOfService' }, ADDRESS],
      [STREAM, when('HasOwnTable', { 'Fn::GetAtt': ['Table', 'StreamArn'] }, { 'Fn::GetAtt': ['Release', 'Stream'] })],
      [{ Ref: 'Images' }, when('HasOwnImages', { Ref: 'Images' }, { Ref: 'ExistingImages' })],
      ...['', '/*'].map(
        (files) =>
          [
            { 'Fn::Sub': `\${Images.Arn}${files}` },
            when(
              'HasOwnImages',
              { 'Fn::Sub': `\${Images.Arn}${files}` },
              { 'Fn::Sub': `arn:\${AWS::Partition}:s3:::\${ExistingImages}${files}` },
            ),
          ] as const,
      ),
      [everything.mail?.from, { Ref: 'MailFrom' }],
      [everything.geocoder, { Ref: 'Geocoder' }],
    ] as const
  ).map(([found, by]) => [JSON.stringify(found), by]),
)

/** Names within texts. */
const TEXTS: [found: string, by: string][] = [
  [`turnout ${STAGE}`, of('Words')],
  [`turnout-${STAGE}`, of('AWS::StackName')],
  [STAGE, of('AWS::StackName')],
  [TABLE, of('Release.Table')],
  [TABLE_NAME, of('Release.Table')],
]

/** A packaged value as a launch has it: no text names a stage, and CloudFormation resolves the parameters. */
export function launched(value: unknown): unknown {
  const replaced = REPLACED.get(JSON.stringify(value))
  if (replaced !== undefined) return replaced
  if (typeof value === 'string') return resolved(value)
  if (Array.isArray(value)) return value.map(launched)
  if (typeof value !== 'object' || value === null) return value
  const [name, text] = Object.entries(value)[0] ?? []
  if (name === 'Fn::Sub' && typeof text === 'string') return resolved(text)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, launched(inner)]))
}

/** A text, with the names in it resolved by CloudFormation. */
function resolved(text: string): unknown {
  const named = TEXTS.reduce((all, [found, by]) => all.replaceAll(found, by), text)
  const [, only] = /^\$\{([\w:.]+)\}$/.exec(named) ?? []
  if (only) return COMPUTED[only] ?? (/\.\w/.test(only) ? { 'Fn::GetAtt': only.split('.') } : { Ref: only })
  if (!named.includes('${')) return named
  const computed = Object.entries(COMPUTED).filter(([name]) => named.includes(of(name)))
  return { 'Fn::Sub': computed.length > 0 ? [named, Object.fromEntries(computed)] : named }
}
