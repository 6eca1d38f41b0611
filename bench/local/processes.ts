import { readFileSync, readdirSync } from 'node:fs'

/** A clock tick of /proc, which Linux fixes for programs, in milliseconds. */
const TICK_MS = 10

/** Processor time that a process and its descendants have used so far, user and system, in milliseconds. Linux only. */
export function processorTime(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)))
  const family = (member: number): number[] => [
    member,
    ...all.filter(({ parent }) => parent === member).flatMap((child) => family(child.pid)),
  ]
  const members = new Set(family(pid))
  return all.filter((each) => members.has(each.pid)).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS
}

function read(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    // The name in field 2 may hold spaces and parentheses; fields[0] is field 3 of proc(5).
    const [, rest = ''] = /.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    return [{ pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    // The process has ended meanwhile.
    return []
  }
}
