import { queueArn } from './queue-names.js'
import type { Settings } from '../settings.js'

/** The configuration set of Amazon SES, whose notices reach the queue `note-bounces`. */
export const CONFIGURATION_SET = '${self:service}-${sls:stage}'

/** The domain of the sender, whose owner Amazon SES wants to see proven by DNS records. */
export const domainOf = ({ from }: NonNullable<Settings['mail']>): string => /@([^<>]+)>?$/.exec(from)?.[1] ?? ''

/**
 * Returns the resources of Amazon SES for a stage that sends mail: the identity of its sender, and the route of its
 * notices.
 */
export function mailResources({ mail }: Settings): { Resources: object; Outputs: object } {
  if (!mail) return { Resources: {}, Outputs: {} }
  const tokens = [1, 2, 3].map((i) => [
    `MailRecord${i}`,
    {
      Description: 'A CNAME record that DKIM needs, and what it names',
      Value: {
        'Fn::Join': [
          ' ',
          [
            { 'Fn::GetAtt': ['MailIdentity', `DkimDNSTokenName${i}`] },
            { 'Fn::GetAtt': ['MailIdentity', `DkimDNSTokenValue${i}`] },
          ],
        ],
      },
    },
  ])
  return {
    Resources: {
      MailIdentity: {
        Type: 'AWS::SES::EmailIdentity',
        Properties: {
          EmailIdentity: domainOf(mail),
          DkimAttributes: { SigningEnabled: true },
          ConfigurationSetAttributes: { ConfigurationSetName: { Ref: 'MailConfigurationSet' } },
        },
      },
      MailConfigurationSet: {
        Type: 'AWS::SES::ConfigurationSet',
        Properties: {
          Name: CONFIGURATION_SET,
          ReputationOptions: { ReputationMetricsEnabled: true },
          SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
        },
      },
      MailNotices: {
        Type: 'AWS::SES::ConfigurationSetEventDestination',
        DependsOn: ['MailTopicPolicy'],
        Properties: {
          ConfigurationSetName: { Ref: 'MailConfigurationSet' },
          EventDestination: {
            Enabled: true,
            MatchingEventTypes: ['bounce', 'complaint'],
            SnsDestination: { TopicARN: { Ref: 'MailTopic' } },
          },
        },
      },
      MailTopic: { Type: 'AWS::SNS::Topic' },
      MailTopicPolicy: {
        Type: 'AWS::SNS::TopicPolicy',
        Properties: {
          Topics: [{ Ref: 'MailTopic' }],
          PolicyDocument: allowing(
            'ses.amazonaws.com',
            'sns:Publish',
            { Ref: 'MailTopic' },
            {
              StringEquals: { 'AWS:SourceAccount': { Ref: 'AWS::AccountId' } },
            },
          ),
        },
      },
      MailSubscription: {
        Type: 'AWS::SNS::Subscription',
        Properties: {
          TopicArn: { Ref: 'MailTopic' },
          Protocol: 'sqs',
          Endpoint: queueArn('note-bounces'),
          RawMessageDelivery: true,
        },
      },
      MailQueuePolicy: {
        Type: 'AWS::SQS::QueuePolicy',
        Properties: {
          Queues: [{ Ref: 'NoteBouncesQueue' }],
          PolicyDocument: allowing('sns.amazonaws.com', 'sqs:SendMessage', queueArn('note-bounces'), {
            ArnEquals: { 'aws:SourceArn': { Ref: 'MailTopic' } },
          }),
        },
      },
    },
    Outputs: Object.fromEntries(tokens) as object,
  }
}

const allowing = (Service: string, Action: string, Resource: object, Condition: object) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service }, Action, Resource, Condition }],
})
