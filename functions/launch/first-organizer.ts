import { firstOrganizer } from '../../lib/app/first-organizer.js'
import type { Service } from '../../lib/runtime/service.js'

/** A request of CloudFormation to a resource of ours. */
interface Asked {
  RequestType: 'Create' | 'Update' | 'Delete'
  ResponseURL: string
  StackId: string
  RequestId: string
  LogicalResourceId: string
  PhysicalResourceId?: string
  ResourceProperties: { Address: string; Group: string }
}

/**
 * The resource of a launched stack that is its first organizer: a group, its creator, and a link to sign in, which the
 * stack shows. Each change makes another link. A removal leaves everyone.
 */
export const endpoint =
  (service: Service) =>
  async (asked: Asked): Promise<void> => {
    const { StackId, RequestId, LogicalResourceId, ResponseURL } = asked
    const link =
      asked.RequestType === 'Delete'
        ? Promise.resolve(undefined)
        : firstOrganizer(service, {
            stack: StackId,
            address: asked.ResourceProperties.Address,
            title: asked.ResourceProperties.Group,
          })
    const answer = await link.then(
      (Link) => ({ Status: 'SUCCESS', Data: { Link } }),
      (error: unknown) => ({ Status: 'FAILED', Reason: (error as Error).message }),
    )
    const body = { ...answer, StackId, RequestId, LogicalResourceId, PhysicalResourceId: 'first-organizer' }
    await fetch(ResponseURL, { method: 'PUT', body: JSON.stringify(body) })
  }
