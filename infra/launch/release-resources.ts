import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { idOf } from '../names.js'
import { assumedBy, policy } from '../permissions/roles.js'
import { FEW, FEWEST_OF_QUEUE } from '../queues/concurrency.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { queues } from '../../lib/app/queues.js'
import { when } from './conditions.js'
import type { Resource } from './joined.js'

/** The bucket of the code, and what fills it. */
export function releaseResources(sha256: string): Record<string, Resource> {
  const fetcher = readFileSync(join(import.meta.dirname, 'fetch.py'), 'utf8')
  const longest = Math.max(...allEndpoints.map((each) => idOf(each).length))
  return {
    Files: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
    },
    ReleaseRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: assumedBy('lambda.amazonaws.com'),
        Policies: [
          policy('release', [
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], { 'Fn::GetAtt': ['FunctionLogs', 'Arn'] }),
            allow(['s3:PutObject', 's3:DeleteObject'], { 'Fn::Sub': '${Files.Arn}/*' }),
            allow(['s3:ListBucket'], { 'Fn::GetAtt': ['Files', 'Arn'] }),
            allow(['lambda:GetAccountSettings'], '*'),
            when(
              'HasOwnTable',
              { Ref: 'AWS::NoValue' },
              allow(['dynamodb:DescribeTable'], {
                'Fn::Sub': 'arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/${ExistingTable}',
              }),
            ),
          ]),
        ],
      },
    },
    ReleaseFunction: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: { ZipFile: fetcher },
        Handler: 'index.handler',
        Runtime: 'python3.13',
        Architectures: ['arm64'],
        MemorySize: 512,
        Timeout: 600,
        Role: { 'Fn::GetAtt': ['ReleaseRole', 'Arn'] },
        LoggingConfig: { LogGroup: { Ref: 'FunctionLogs' } },
      },
    },
    Release: {
      Type: 'Custom::Release',
      Properties: {
        ServiceToken: { 'Fn::GetAtt': ['ReleaseFunction', 'Arn'] },
        Archive: { Ref: 'Archive' },
        Sha256: sha256,
        Bucket: { Ref: 'Files' },
        Stack: { Ref: 'AWS::StackName' },
        // A name of a function has 64 letters at most.
        Longest: 64 - 1 - longest,
        Table: { Ref: 'ExistingTable' },
        AtOnce: [...new Set(queues.map(({ concurrency }) => concurrency))],
        Few: FEW,
        Fewest: FEWEST_OF_QUEUE,
      },
    },
  }
}

const allow = (Action: string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource })
