/*
 * What releases have changed of data so that older code shows it wrongly. Each deployment says in its outputs how many
 * of these it knows; a rollback to one that knows fewer has to be agreed to. CHANGELOG.md has them under
 * "Data".
 */

export interface DataChange {
  /** The release that writes such data first. */
  release: string
  /** What an older release makes of it. */
  older: string
}

/** In the order in which they came. An entry is never removed. */
export const dataChanges: DataChange[] = [
  {
    release: '0.2.0',
    older:
      'RSVPs that were cancelled or declined are shown as accepted, and counted as such in pages of RSVPs',
  },
  {
    release: '0.2.0',
    older: 'people on a waiting list are shown as accepted, and guests of an RSVP are not counted',
  },
  {
    release: '0.3.0',
    older: 'tentative events are shown in public, and take RSVPs',
  },
]

/** The output of a deployment with the number of changes that it knows. */
export const KNOWN_CHANGES = 'KnownDataChanges'

/** What a deployment would show wrongly. @param template of CloudFormation, as it was deployed */
export function unknownTo(template: string): DataChange[] {
  const { Outputs = {} } = JSON.parse(template) as { Outputs?: Record<string, { Value: unknown }> }
  return dataChanges.slice(Number(Outputs[KNOWN_CHANGES]?.Value ?? 0))
}
