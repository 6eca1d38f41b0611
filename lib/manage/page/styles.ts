import { componentsWith } from '../../html/styles.js'
import door from '../../door/door.css' with { type: 'text' }
import mail from '../../mail/manage/mail.css' with { type: 'text' }
import frame from './frame.css' with { type: 'text' }

/** The styles of the organiser's interface. */
export const styles = componentsWith(frame, door, mail)
