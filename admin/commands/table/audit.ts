import { audit } from '../../../lib/app/audit.js'
import { command } from '../../command.js'
import { formatDetails } from '../../output/format.js'

export const auditCommand = command({
  name: 'audit',
  does: 'Prove that identifiers are unique and lists are whole; reads the entire table',
  example: 'audit --json',
  options: {},
  run: async (_, { open }) => {
    const { table } = await open()
    const violations: string[] = []
    const counts = await audit(table, (violation) => violations.push(violation))
    const summary = { ...counts, read_units: table.consumedCapacity.read }
    const verdict =
      violations.length === 0
        ? 'Every identifier is held once, and every list is whole.'
        : `${violations.join('\n')}\n\nViolations: ${violations.length}`
    return {
      json: { ...summary, violations },
      text: `${formatDetails(summary)}\n\n${verdict}`,
      violated: violations.length > 0,
    }
  },
})
