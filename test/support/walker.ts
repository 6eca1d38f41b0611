/** What a client does with events, in whatever way is its own. Events and attendances are told by their addresses. */
export interface Walker {
  createEvent: (event: { title: string; origin_system: string; identifiers?: string[] }) => Promise<string>
  readEvent: (event: string) => Promise<{ title: string; total_accepted: number }>
  changeTitle: (event: string, title: string) => Promise<void>
  /** All pages. */
  listEvents: () => Promise<string[]>
  recordRsvp: (event: string, email: string) => Promise<string>
  listRsvps: (event: string) => Promise<string[]>
  /** Status and sentence of the refusal of an event without anything. */
  createNothing: () => Promise<{ status: number; error: string }>
}
