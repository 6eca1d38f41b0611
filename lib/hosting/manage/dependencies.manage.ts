import type { ManageDependencies } from '../../manage/dependencies.js'
import type { eventFinder } from '../../near/store/event-finder.js'
import type { campaignReportStore } from '../store/campaign-report-store.js'
import type { hostingStore } from '../store/hosting-store.js'

/** The dependencies of pages of hosts and of their campaigns. */
export interface HostingDependencies extends ManageDependencies {
  hosting: ReturnType<typeof hostingStore>
  campaignReports: ReturnType<typeof campaignReportStore>
  /** Finds events near another one. */
  nearby: ReturnType<typeof eventFinder>
}
