import type { Random } from './random.js'
import type { Operation } from './workload.js'

/** The part of the operations during which lists are not counted. */
const HELD_FROM = 0.2
const HELD_UNTIL = 0.6

/** The numbers of the operations with which that part begins and ends. */
export const heldBack = (operations: number) => ({
  from: Math.round(operations * HELD_FROM),
  until: Math.round(operations * HELD_UNTIL),
})

/** The numbers of the operations with which a process is killed: in the middle nine tenths. */
export const planKills = (random: Random, kills: number, operations: number): Set<number> =>
  new Set(Array.from({ length: kills }, () => random.between(Math.ceil(operations / 20), operations)))

/** Works off operations in their order, some at a time. `allSent` resolves when the last one was taken. */
export function workOff(operations: Operation[], atOnce: number, work: (operation: Operation) => Promise<void>) {
  const left = [...operations]
  let allBegun!: () => void
  const allSent = new Promise<void>((resolve) => (allBegun = resolve))
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      if (left.length === 0) allBegun()
      await work(next)
    }
    allBegun()
  }
  const done = Promise.all(Array.from({ length: atOnce }, worker)).then(() => undefined)
  return { allSent, done }
}

/** Makes values one after the other. */
export async function inOrder<Value>(count: number, make: (i: number) => Promise<Value>): Promise<Value[]> {
  const made: Value[] = []
  for (let i = 0; i < count; i++) made.push(await make(i))
  return made
}
