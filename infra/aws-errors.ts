import { toolEnvironment } from '../lib/runtime/environment.js'

/**
 * Says what to do about a failure of AWS whose own message does not; undefined for any other error.
 * @param profile whose credentials were asked for, where one is named
 */
export function whyRefused(error: Error, profile = toolEnvironment()['AWS_PROFILE']): string | undefined {
  if (error.message === 'Region is missing') return 'There is no AWS region: set AWS_REGION.'
  if ('code' in error && error.code === 'ENOTFOUND')
    return `AWS does not answer: ${error.message}. Check the region and the network.`
  if (profile && error.name === 'CredentialsProviderError')
    return `The profile ${profile} gives no AWS credentials: check its name (--aws-profile, AWS_PROFILE), or sign in to AWS again with it.`
  return FROM_AWS[error.name]
}

const EXPIRED = 'The AWS credentials have expired: sign in to AWS again.'
const UNKNOWN = 'AWS does not know these credentials.'

const FROM_AWS: Record<string, string> = {
  CredentialsProviderError:
    'There are no AWS credentials: name a profile with AWS_PROFILE, or set an access key and its secret.',
  // DynamoDB and Lambda have one name for it, CloudFormation the other.
  UnrecognizedClientException: UNKNOWN,
  InvalidClientTokenId: UNKNOWN,
  ExpiredTokenException: EXPIRED,
  ExpiredToken: EXPIRED,
}
