/** A client of events. Events and attendances are identified by their addresses. */
export interface ScenarioClient {
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
