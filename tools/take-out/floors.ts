import type { Floors } from '../../checks/floors.js'

/**
 * Returns rooms and all optional rooms that need one of them, from the ground up.
 * @throws Error for a name that is no optional room
 */
export function withThoseThatNeed(floors: Floors, rooms: string[]): string[] {
  const unknown = rooms.filter((room) => !(room in floors.rooms))
  if (unknown.length > 0) throw new Error(`lib/floors.json has no optional room ${unknown.join(', ')}`)
  const gone = new Set(rooms)
  // A set that grows while it is walked: its new members are walked, too.
  for (const taken of gone)
    for (const [room, needs] of Object.entries(floors.rooms)) if (needs.includes(taken)) gone.add(room)
  return Object.keys(floors.rooms).filter((room) => gone.has(room))
}

/**
 * Returns whether a file belongs to one of some rooms: it lies in the folder of the room, under lib/, test/ or
 * admin/commands/, or it is a facet and carries the name of the room: `webhook-disabled-email.mail.ts`,
 * `limits.seats.test.ts`.
 */
export function belongsTo(rooms: string[]): (file: string) => boolean {
  const names = rooms.join('|')
  const folder = new RegExp(`^(lib|test|test/unit|admin/commands)/(${names})/`)
  const facet = new RegExp(`\\.(${names})(\\.[a-z]+)*\\.(browser|test|storm)?\\.?(tsx?|js|css|json|md)$`)
  const wiring = new RegExp(`^(lib/app/(.*/)?|local/rooms/)(${names})\\.tsx?$`)
  return (file) => folder.test(file) || wiring.test(file) || facet.test(file)
}
