import { rehearseCommands } from './commands.js'
import { rehearseDeployments } from './deployments.js'
import { rehearseIncidents } from './incidents/incidents.js'
import { rehearseLaunch } from './launch.js'
import { rehearseProof } from './proof.js'
import type { Scene } from './main.js'
import { rehearseDeletedTable, rehearseRestore } from './tables.js'
import { rehearseZips } from './zips.js'

interface Part {
  /** The facts that it proves when it passes. */
  proves: string
  rehearse: (scene: Scene) => Promise<void>
}

/** The parts of the rehearsal in their order. README.md has their table, which a test compares. */
export const parts: Record<string, Part> = {
  deployments: {
    proves: 'A first deployment, an unchanged one, a changed setting, and the one before again',
    rehearse: rehearseDeployments,
  },
  proof: { proves: '`npm run prove` with all of its options writes its report', rehearse: rehearseProof },
  commands: { proves: 'The commands of AWS in operating.md and alarms.md succeed', rehearse: rehearseCommands },
  incidents: { proves: 'Five incidents end by the steps of their alarms', rehearse: rehearseIncidents },
  restore: { proves: 'A restored table comes into service, and the one before again', rehearse: rehearseRestore },
  gone: { proves: 'A deleted table comes back', rehearse: rehearseDeletedTable },
  launch: {
    proves:
      'From the files of a release alone: a stack, an organizer signed in, an RSVP, the next version, the one before, a removal that keeps the data',
    rehearse: rehearseLaunch,
  },
  zips: { proves: "Every zip answers under AWS's own client of the runtime interface", rehearse: rehearseZips },
}

export const partsTable = (): string =>
  [
    '| Part | What it proves |',
    '| --- | --- |',
    ...Object.entries(parts).map(([name, { proves }]) => `| \`${name}\` | ${proves} |`),
  ].join('\n')
