/*
 * The exports of the AWS SDK that reach DynamoDB. The rest of it is imported as types only, so that a bundle can have
 * the SDK in a file of its own.
 */
export { DynamoDBClient } from '@aws-sdk/client-dynamodb'
export { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
export { unmarshall } from '@aws-sdk/util-dynamodb'
// The SDK's list of the errors that a wrong clock causes. What replaces it needs a clock that was corrected before.
// eslint-disable-next-line @typescript-eslint/no-deprecated
export { StandardRetryStrategy, isClockSkewError } from '@smithy/core/retry'
export * from './commands.js'
