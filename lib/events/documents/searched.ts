import { type Answer, noIndex } from '../../http/answer.js'
import type { OsdiEvent } from '../event.js'

/** Returns an answer about an event as searches may take it: none of a private event. */
export const searched = ({ visibility }: Pick<OsdiEvent, 'visibility'>, answer: Answer): Answer =>
  visibility === 'private' ? noIndex(answer) : answer
