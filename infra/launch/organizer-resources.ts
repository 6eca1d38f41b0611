import { firstOrganizerGrants, mayUseKey, roleOf, statement } from '../permissions/roles.js'
import { of, when } from './conditions.js'
import type { Resource } from './joined.js'

const WAITED_FOR = ['AWS::Lambda::Function', 'AWS::Lambda::EventSourceMapping']

/** The first organizer, its function and its role. It is made last: its link has to work. */
export function organizerResources(functions: Record<string, Resource>, id: string): Record<string, Resource> {
  const [usual = { Type: '' }] = Object.values(functions).filter(({ Type }) => Type === 'AWS::Lambda::Function')
  const Condition = 'HasFirstOrganizer'
  const waitedFor = Object.keys(functions).filter((name) => WAITED_FOR.includes(functions[name]?.Type ?? ''))
  return {
    OrganizerRole: {
      ...roleOf([...firstOrganizerGrants.map(statement), when('HasKey', mayUseKey(of('KmsKey')))]),
      Condition,
    },
    OrganizerFunction: {
      ...usual,
      Condition,
      Properties: {
        ...usual.Properties,
        Code: { S3Bucket: { Ref: 'Files' }, S3Key: `${id}/launch-first-organizer.zip` },
        FunctionName: { Ref: 'AWS::NoValue' },
        Timeout: 30,
        Role: { 'Fn::GetAtt': ['OrganizerRole', 'Arn'] },
      },
    },
    Organizer: {
      Type: 'Custom::FirstOrganizer',
      Condition,
      DependsOn: ['HttpApiStage', ...waitedFor],
      Properties: {
        ServiceToken: { 'Fn::GetAtt': ['OrganizerFunction', 'Arn'] },
        Address: of('FirstOrganizer'),
        Group: of('Group'),
        Again: of('SignInAgain'),
        // A change asks again, and is refused where there is data.
        NativePrefix: of('NativePrefix'),
      },
    },
  }
}
