import floors from '../../lib/floors.json' with { type: 'json' }

/**
 * Whether an optional room stands, for tests of the core about what the room adds to it. A file of such tests carries
 * the name of the room instead.
 */
export const has = (room: keyof (typeof floors)['rooms']): boolean => room in floors.rooms
