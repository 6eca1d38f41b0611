import { describe, expect, it } from 'vitest'
import { recordsWanted } from '../../infra/queues/mail-account.js'
import { mailResources } from '../../infra/queues/mail-resources.js'
import { queueResources } from '../../infra/queues/queues.js'
import { roleResources } from '../../infra/permissions/roles.js'
import { settingsOf } from '../../infra/settings.js'
import { type Template, templateFaults } from '../support/lambda/cloudformation.js'

const mail = { from: 'Events <events@example.org>', perSecond: 14 }
const good = settingsOf('dev')
const withMail = settingsOf('test', { test: { ...good, mail } })

describe('a stage that sends mail', () => {
  const { Resources, Outputs } = mailResources(withMail)

  it('has resources that CloudFormation knows, and which refer to nothing that is not there', () => {
    const FailureQueue = { Type: 'AWS::SQS::Queue', Properties: {} }
    const template = { Resources: { ...Resources, ...queueResources(), FailureQueue }, Outputs }
    expect(templateFaults(template as unknown as Template)).toEqual([])
  })

  it('takes notices of Amazon SES for this account alone, and puts nothing else into their queue', () => {
    const allowed = (policy: string) => (Resources as Record<string, any>)[policy].Properties.PolicyDocument.Statement
    expect(allowed('MailTopicPolicy')).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'ses.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: 'MailTopic' },
        Condition: { StringEquals: { 'AWS:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ])
    expect(allowed('MailQueuePolicy')).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: { 'Fn::GetAtt': ['NoteBouncesQueue', 'Arn'] },
        Condition: { ArnEquals: { 'aws:SourceArn': { Ref: 'MailTopic' } } },
      },
    ])
  })

  it('sends as its own identity and addresses of its domain alone, with its own configuration set', () => {
    const statements = Object.values(roleResources(withMail)).flatMap(
      (role) => /\{[^{}]*"ses:[^\]]*\],"Resource":\[[^\]]*\]/.exec(JSON.stringify(role))?.[0] ?? [],
    )
    expect(statements).toHaveLength(1)
    const names = [...(statements[0] as string).matchAll(/AccountId\}:([^"]+)"/g)].map(([, name]) => name)
    expect(names).toEqual([
      'identity/${MailIdentity}',
      'identity/*@${MailIdentity}',
      'configuration-set/${MailConfigurationSet}',
    ])
  })

  it('has the domain of its sender as an identity, and tells its DNS records', () => {
    expect(Resources).toMatchObject({ MailIdentity: { Properties: { EmailIdentity: 'example.org' } } })
    expect(Object.keys(Outputs)).toHaveLength(3)
  })
})

it('a deployment says which records the domain of the sender lacks, until Amazon SES has found them', () => {
  const outputs = {
    ApiAddress: 'https://a',
    MailRecord2: 'b._domainkey b.dkim',
    MailRecord1: 'a._domainkey a.dkim',
  }
  expect(recordsWanted('example.org', false, outputs)).toEqual([
    expect.stringMatching(/^Amazon SES sends nothing .* in the DNS of example.org/),
    '  CNAME  a._domainkey a.dkim',
    '  CNAME  b._domainkey b.dkim',
  ])
  // A deployer who may not ask sees them as well.
  expect(recordsWanted('example.org', undefined, outputs)).toHaveLength(3)
  expect(recordsWanted('example.org', true, outputs)).toEqual([])
  expect(recordsWanted('example.org', false, { ApiAddress: 'https://a' })).toEqual([])
})

it('without mail, a stage has nothing of it', () => {
  expect(mailResources(good)).toEqual({ Resources: {}, Outputs: {} })
})
