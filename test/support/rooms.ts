import { readFloors } from '../../checks/floors.js'

const floors = readFloors()

/**
 * Whether an optional room stands, for tests of the core about what the room adds to it. A whole file of them carries
 * the name of the room instead.
 */
export const has = (room: string): boolean => room in floors.rooms

/** Whether no room was taken out: the documents speak of all of them. */
export const isWhole = !floors.isPart
