import { type Answer, noIndex } from '../../http/answer.js'
import type { OsdiEvent } from '../event.js'

/** Tells search engines not to list the answer if the event is private. */
export const searched = ({ visibility }: Pick<OsdiEvent, 'visibility'>, answer: Answer): Answer =>
  visibility === 'private' ? noIndex(answer) : answer
