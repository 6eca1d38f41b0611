import type { ManageDependencies } from '../../manage/dependencies.js'
import type { seriesEdits } from '../store/series-edits.js'
import type { seriesStore } from '../store/series-store.js'

/** What pages of series work with. */
export interface SeriesDependencies extends ManageDependencies {
  series: ReturnType<typeof seriesStore> & ReturnType<typeof seriesEdits>
}
