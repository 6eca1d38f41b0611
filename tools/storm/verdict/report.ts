import type { LifeReport } from '../life/life-storm.js'
import type { StormReport } from '../storm.js'

/** At most so many violations of a storm are printed, with so many requests each. */
const MOST_VIOLATIONS = 40
const MOST_EVIDENCE = 12

/** Writes what came of a storm as a table, and every violation with its evidence. */
export function formatReport(report: StormReport): string {
  const { audit, violations } = report
  const rows: [string, string][] = [
    ['operations', `${report.operations} in ${report.requests} requests, ${report.dynamodbRequests} to DynamoDB`],
    ['faults', counts(report.faults)],
    ['processes', `${report.kills} killed, ${report.crashes} ended by themselves`],
    ['answers', counts(report.answers)],
    ['sync', `${report.syncRuns} runs`],
    [
      'audit',
      `${audit.violations.length} violations, ${audit.items} items, ${audit.lists} lists, ${audit.members} members`,
    ],
    ['duration', `${report.seconds} s`],
    ['verdict', violations.length === 0 ? 'clean' : `${violations.length} violations`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = [`Storm of seed ${report.seed}`, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)]
  for (const { sentence, evidence } of violations.slice(0, MOST_VIOLATIONS)) {
    lines.push(`  ! ${sentence}`, ...evidence.slice(0, MOST_EVIDENCE).map((each) => `      ${each}`))
    if (evidence.length > MOST_EVIDENCE) lines.push(`      and ${evidence.length - MOST_EVIDENCE} more`)
  }
  if (violations.length > MOST_VIOLATIONS) lines.push(`  ! and ${violations.length - MOST_VIOLATIONS} more`)
  return lines.join('\n')
}

/** Writes what came of a storm of the life of RSVPs. */
export function formatLifeReport(report: LifeReport): string {
  const { cancelled, violations } = report
  return [
    `Storm of RSVPs of seed ${report.seed}: ${report.deeds} deeds, ${report.kills} kills, ${report.seconds} s`,
    `  answers  ${counts(report.answers)}`,
    `  faults   ${counts(report.faults)} of ${report.dynamodbRequests} requests`,
    `  mails    ${report.mails}, ${report.repeatedMails} of them repeated; ${cancelled.people} of cancellations within ${cancelled.seconds} s`,
    `  webhook  ${report.messages} messages`,
    `  verdict  ${violations.length === 0 ? 'clean' : `${violations.length} violations`}`,
    ...violations.slice(0, MOST_VIOLATIONS).map((each) => `  ! ${each}`),
  ].join('\n')
}

const counts = (of: Map<string, number>): string =>
  [...of]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(' · ') || 'none'
