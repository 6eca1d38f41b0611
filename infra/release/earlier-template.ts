import { DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation'
import { toolEnvironment } from '../../lib/runtime/environment.js'
import { bucketStore } from '../../lib/images/bucket-store.js'
import type { Clients } from '../table/table-stack.js'

/**
 * Reads the template of an earlier deployment, which the serverless CLI keeps in the bucket of the stack.
 * @param timestamp of the deployment, in milliseconds since 1970
 * @throws Error where there is no such deployment
 */
export async function earlierTemplate(
  { cloudformation, dynamodb }: Clients,
  { stage, region, timestamp }: { stage: string; region: string; timestamp: string },
): Promise<string> {
  const { StackResourceDetail } = await cloudformation.send(
    new DescribeStackResourceCommand({
      StackName: `turnout-${stage}`,
      LogicalResourceId: 'ServerlessDeploymentBucket',
    }),
  )
  const { accessKeyId, secretAccessKey, sessionToken } = await dynamodb.config.credentials()
  const bucket = bucketStore({
    name: StackResourceDetail?.PhysicalResourceId ?? '',
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    endpoint: toolEnvironment()['AWS_ENDPOINT_URL'],
  })
  const folder = `${timestamp}-${dateOf(timestamp)}`
  const key = `serverless/turnout/${stage}/${folder}/compiled-cloudformation-template.json`
  const found = await bucket.find(key.split('/').map(encodeURIComponent).join('/'))
  if (!found)
    throw new Error(
      `There is no deployment ${timestamp}. npm run rollback -- --stage ${stage} lists those that there are.`,
    )
  return new TextDecoder().decode(found)
}

/** @throws Error where it is no time */
function dateOf(timestamp: string): string {
  const date = new Date(Number(timestamp))
  if (Number.isNaN(date.getTime())) throw new Error(`${timestamp} is no timestamp of a deployment.`)
  return date.toISOString()
}
