import { everyEvent } from '../events/store/read-events.js'
import { inSight as inSightOfSeries } from '../series/store/made-series.js'

/** Returns the events that readers may see, as the rooms say. */
export const { inSight } = { ...{ inSight: everyEvent }, inSight: inSightOfSeries }
