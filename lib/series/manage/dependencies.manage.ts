import type { ManageDependencies } from '../../manage/dependencies.js'
import type { seriesEdits } from '../store/series-edits.js'
import type { seriesStore } from '../store/series-store.js'

/** The dependencies of pages of series. */
export interface SeriesDependencies extends ManageDependencies {
  series: ReturnType<typeof seriesStore> & ReturnType<typeof seriesEdits>
}
