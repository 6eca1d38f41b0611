import { changeByKey } from '../events/record-event.js'
import { changeOrDecide } from '../hosting/change-or-decide.js'

/** Answers a PUT of an event, as the rooms say. */
export const { answerChange } = { ...{ answerChange: changeByKey }, answerChange: changeOrDecide }
