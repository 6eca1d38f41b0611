/** Says what to do about a failure of AWS whose own message does not; undefined for any other error. */
export function whyRefused(error: Error): string | undefined {
  if (error.message === 'Region is missing') return 'There is no AWS region: set AWS_REGION.'
  if ('code' in error && error.code === 'ENOTFOUND')
    return `AWS does not answer: ${error.message}. Check the region and the network.`
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
