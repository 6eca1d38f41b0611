/*
 * What this service takes of the AWS SDK to reach DynamoDB. The rest of it is imported as types only, so that a bundle
 * can have the SDK in a file of its own.
 */
export { DynamoDBClient } from '@aws-sdk/client-dynamodb'
export { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
export { unmarshall } from '@aws-sdk/util-dynamodb'
export { StandardRetryStrategy, isClockSkewError } from '@smithy/core/retry'
export * from './commands.js'
