import type { Ledger } from '../calls/ledger.js'
import type { Violation } from '../verdict/violation.js'

/**
 * Groups the faults that were answered by what the logs say about them, so that one cause is one violation.
 * @param logs what each process has written to stderr
 */
export function answeredFaults({ faults }: Pick<Ledger, 'faults'>, logs: string[]): Violation[] {
  const causes = new Map(logs.flatMap((log) => log.split('\n')).flatMap(entryOf))
  const groups = new Map<string, string[]>()
  for (const { request, reference } of faults) {
    const cause = causes.get(reference ?? '') ?? (reference ? 'nothing in the logs' : 'not from a function')
    groups.set(cause, [...(groups.get(cause) ?? []), request])
  }
  return [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([cause, requests]) => ({
      sentence: `${requests.length} requests were answered as faults: ${cause}`,
      evidence: requests,
    }))
}

/** The folder of a process's compiled code. The same code has another path in each process. */
const COMPILED = /\/\S*\/handlers\/\d+\//g

/** The reference code and the reason of a line of the log, if it is about a fault. */
function entryOf(line: string): [string, string][] {
  if (!line.startsWith('{')) return []
  try {
    const { reference_code, message, stack = '' } = JSON.parse(line) as Record<string, string | undefined>
    const calls = stack
      .split('\n')
      .slice(1, 4)
      .map((call) => call.trim().replace(COMPILED, ''))
    return reference_code ? [[reference_code, [message, ...calls].join(' ')]] : []
  } catch {
    return []
  }
}
