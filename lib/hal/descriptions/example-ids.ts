/**
 * The ids in the examples of requests, which the data of `npm start` has: a collection of requests that is imported
 * from a document runs there as it is. By the part of a path before the id.
 */
export const EXAMPLE_IDS = {
  events: '1b9f4c02-6d3e-4a85-9c17-2e8a5f0d7b40',
  event_campaigns: 'c81e4d2a-7f36-4b59-a0d8-5b3f9e6c1a30',
  people: 'a3d91c44-58e2-4f0b-8c77-1e9b6a2d4f04',
  /** That of the person at the event. */
  attendances: 'b8465046-35dc-858e-9060-301135203444',
  lists: 'a3d91c44-58e2-4f0b-8c77-1e9b6a2d4f03',
  queries: '5e07a3d9-41c8-4f62-b35e-90d7c1f48a50',
  results: '5e07a3d9-41c8-4f62-b35e-90d7c1f48a51',
  webhooks: '7c2d58f1-93ab-4e04-8d6a-f15b20e9c360',
  tags: 'b6034423-84a5-8915-86a3-f3f82aceb9ea',
  taggings: '7b68299b-5354-8fad-956c-1c8f4e3d5290',
  deliveries: '1',
} as const

/** The secret in the address of the example's calendar. */
export const CALENDAR_SECRET = 'demo-calendar-of-the-examples-0000000000000'

/** The webhook that the example of a DELETE removes: the other examples need theirs. */
export const REMOVED_WEBHOOK = '7c2d58f1-93ab-4e04-8d6a-f15b20e9c361'
