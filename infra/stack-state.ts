import type { Stack } from '@aws-sdk/client-cloudformation'

/**
 * Says why a stack takes no change at the moment. CloudFormation goes on with a change whose command was interrupted,
 * and would refuse the next one at its end, after the build.
 * @returns undefined where it takes one, or there is no stack
 */
export function stackFault(stack: Pick<Stack, 'StackName' | 'StackStatus'> | undefined): string | undefined {
  const { StackName, StackStatus } = stack ?? {}
  if (StackStatus === 'UPDATE_ROLLBACK_FAILED')
    return `The stack ${StackName} is in UPDATE_ROLLBACK_FAILED. docs/operating.md, "UPDATE_ROLLBACK_FAILED", says how to go on.`
  // A stack in review has had no change yet.
  if (!StackStatus?.endsWith('_IN_PROGRESS') || StackStatus === 'REVIEW_IN_PROGRESS') return undefined
  return `The stack ${StackName} is in ${StackStatus}: another command changes it, or one that was interrupted did, and AWS completes the change. Wait some minutes, and run this again.`
}
