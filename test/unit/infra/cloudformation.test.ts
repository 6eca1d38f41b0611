import { describe, expect, it } from 'vitest'
import { type Template, permissionFaults, templateFaults } from '../../support/lambda/cloudformation.js'

const good = (): Template => ({
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] },
    },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {},
        Policies: [
          {
            PolicyName: 'p',
            PolicyDocument: {
              Statement: [
                {
                  Effect: 'Allow',
                  Action: ['dynamodb:GetItem'],
                  Resource: [{ 'Fn::GetAtt': ['Table', 'Arn'] }],
                  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['event#*'] } },
                },
              ],
            },
          },
        ],
      },
    },
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      DependsOn: ['Table'],
      Properties: {
        FunctionName: { 'Fn::Sub': '${AWS::Region}-${Table.StreamArn}' },
        BatchSize: 5,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Table', 'Arn'] } } },
      },
    },
  },
})

const properties = (id: string) => (template: Template) => template.Resources[id]?.Properties
const statement = (template: Template) => properties('Role')(template).Policies[0].PolicyDocument.Statement[0]
const scanOf = (index: string) => ({
  Action: ['dynamodb:Scan'],
  Resource: [{ 'Fn::Sub': `arn:aws:dynamodb:\${AWS::Region}:1:table/turnout-dev/index/${index}` }],
})

describe('the checker of templates', () => {
  it('finds nothing in a good one', () => {
    expect(templateFaults(good())).toEqual([])
    expect(permissionFaults(good())).toEqual([])
  })

  it.each<[string, (template: Template) => unknown, string]>([
    [
      'a type that there is not',
      ({ Resources }) => (Resources['Table']!.Type = 'AWS::DynamoDB::Tabel'),
      'unknown type',
    ],
    ['a property that there is not', (t) => (properties('Mapping')(t).BachSize = 1), 'Mapping.BachSize is no property'],
    ['a missing property', (t) => delete properties('Mapping')(t).FunctionName, 'Mapping.FunctionName is missing'],
    [
      'text for a number',
      (t) => (properties('Mapping')(t).BatchSize = 'many'),
      'Mapping.BatchSize is not a whole number',
    ],
    ['one for several', (t) => (properties('Role')(t).Policies = {}), 'Role.Policies is not a list'],
    [
      'a fault deep inside',
      (t) => (properties('Mapping')(t).DestinationConfig.OnFailure.Arn = 'x'),
      'OnFailure.Arn is no property',
    ],
    [
      'a missing part of an element',
      (t) => delete properties('Role')(t).Policies[0].PolicyName,
      'PolicyName is missing',
    ],
    ['a reference to nothing', (t) => (properties('Mapping')(t).EventSourceArn = { Ref: 'Gone' }), 'refers to Gone'],
    [
      'a reference to nothing in a text',
      (t) => (properties('Mapping')(t).FunctionName = { 'Fn::Sub': 'x-${Gone}' }),
      'refers to Gone',
    ],
    [
      'an attribute that there is not',
      (t) => (properties('Mapping')(t).EventSourceArn = { 'Fn::GetAtt': ['Table', 'Stream'] }),
      'asks Table for Stream',
    ],
    ['an order after nothing', ({ Resources }) => (Resources['Mapping']!.DependsOn = 'Gone'), 'depends on Gone'],
    [
      'an output of nothing',
      (t) => (t.Outputs = { Address: { Value: { Ref: 'Gone' } } }),
      'Outputs.Address.Value.Ref refers to Gone',
    ],
  ])('finds %s', (_, plant, fault) => {
    const template = good()
    plant(template)
    expect(templateFaults(template)).toEqual([expect.stringContaining(fault)])
  })

  it.each<[string, (template: Template) => unknown, string]>([
    ['any action', (t) => (statement(t).Action = ['dynamodb:*']), 'Role allows dynamodb:*'],
    ['a scan', (t) => (statement(t).Action = ['dynamodb:Scan']), 'Role allows dynamodb:Scan'],
    [
      'a scan of an index that has whole items',
      (t) => Object.assign(statement(t), scanOf('members')),
      'Role allows dynamodb:Scan',
    ],
    [
      'a selection by PartiQL',
      (t) => (statement(t).Action = ['dynamodb:PartiQLSelect']),
      'Role allows dynamodb:PartiQLSelect',
    ],
    [
      'insertions of other items than claims',
      (t) =>
        Object.assign(statement(t), {
          Action: ['dynamodb:PartiQLInsert'],
          Condition: { ...statement(t).Condition, Null: { 'dynamodb:LeadingKeys': 'false' } },
        }),
      'Role allows dynamodb:PartiQLInsert',
    ],
    [
      'insertions that name no key',
      (t) =>
        Object.assign(statement(t), {
          Action: ['dynamodb:PartiQLInsert'],
          Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['contact#*'] } },
        }),
      'Role allows dynamodb:PartiQLInsert',
    ],
    ['any resource', (t) => (statement(t).Resource = '*'), 'on anything'],
    [
      'any table',
      (t) => (statement(t).Resource = { 'Fn::Sub': 'arn:aws:dynamodb:${AWS::Region}:1:table/*' }),
      'on anything',
    ],
    [
      'any key',
      (t) => (statement(t).Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'] = ['*']),
      'keys like *',
    ],
    [
      'a policy of AWS',
      (t) => (properties('Role')(t).ManagedPolicyArns = ['arn:aws:iam::aws:policy/X']),
      'another resource',
    ],
  ])('finds a role that allows %s', (_, plant, fault) => {
    const template = good()
    plant(template)
    expect(permissionFaults(template)).toEqual([expect.stringContaining(fault)])
  })

  it('allows a scan of the index of pending members, which has keys alone', () => {
    const template = good()
    Object.assign(statement(template), scanOf('pending'))
    expect(permissionFaults(template)).toEqual([])
  })
})
