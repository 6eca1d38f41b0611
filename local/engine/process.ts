import { readFileSync } from 'node:fs'
import { hasCode } from '../user-error.js'

/** Whether a process of this id runs, whosever it is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/**
 * Something that tells a process from a later one of the same id: after a reboot, or in a container that
 * was started again, where the first processes always get the same ids. Empty where the system does not say.
 */
export function birthMark(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name in field 2 may hold spaces and parentheses; the start time is field 22.
    const [, fields = ''] = /.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return `${boot} ${fields.split(' ')[19]}`
  } catch {
    return ''
  }
}
