/*
 * Lists changes of data that older code shows wrongly, by release. Each deployment says in its outputs how many of
 * these it knows; a rollback to one that knows fewer has to be agreed to. CHANGELOG.md has them under
 * "Data that an older release shows wrongly".
 */

export interface DataChange {
  /** The release that writes this data first. */
  release: string
  /** The fault that an older release shows. */
  older: string
}

/** In the order in which they came. An entry is never removed. */
export const dataChanges: DataChange[] = [
  {
    release: '0.3.0',
    older:
      'RSVPs that were cancelled or declined are shown as accepted, and counted as accepted in pages of RSVPs',
  },
  {
    release: '0.3.0',
    older: 'people on a waiting list are shown as accepted, and guests of an RSVP are not counted',
  },
  {
    release: '0.3.0',
    older: 'tentative events are shown in public, and take RSVPs',
  },
  {
    release: '0.3.0',
    older:
      'queries by tags, place, answers, habits, searches, series or campaigns find all guests of the events that they name',
  },
  {
    release: '0.3.0',
    older: 'webhooks in the format of Action Network are sent in that of Turnout',
  },
  {
    release: '0.3.0',
    older: 'an address that only guests are to see is shown in public',
  },
  {
    release: '0.3.0',
    older: 'events that were cancelled are shown as taking place, and take RSVPs',
  },
  {
    release: '0.3.0',
    older: 'API keys may do everything, also those with a scope, and those that have expired',
  },
]

/** The output of a deployment with the number of changes that it knows. */
export const KNOWN_CHANGES = 'KnownDataChanges'

/** Returns the changes that a deployment would show wrongly. @param template of CloudFormation, as it was deployed */
export function unknownTo(template: string): DataChange[] {
  const { Outputs = {} } = JSON.parse(template) as { Outputs?: Record<string, { Value: unknown }> }
  return dataChanges.slice(Number(Outputs[KNOWN_CHANGES]?.Value ?? 0))
}
