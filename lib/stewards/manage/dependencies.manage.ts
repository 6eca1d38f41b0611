import type { WritingDependencies } from '../../hosting/write-to-guests.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { Helping } from '../make-team-link.js'

/** The dependencies of links of teams, and of the pages that they open. */
export interface StewardDependencies extends ManageDependencies {
  teamLinks: Helping & {
    /** Absent where the installation sends no mail. */
    writing?: WritingDependencies | undefined
  }
}
