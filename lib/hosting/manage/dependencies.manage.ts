import type { ManageDependencies } from '../../manage/dependencies.js'
import type { eventFinder } from '../../near/store/event-finder.js'
import type { campaignReportStore } from '../store/campaign-report-store.js'

/** The dependencies of pages of hosts and of their campaigns. */
export interface HostingDependencies extends ManageDependencies {
  campaignReports: ReturnType<typeof campaignReportStore>
  /** Finds events near another one. */
  nearby: ReturnType<typeof eventFinder>
}
