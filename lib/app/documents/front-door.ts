import { SIGN_IN } from '../../manage/paths.js'

/** What rooms add to the page at `/`. */
export const frontDoor = { signIn: SIGN_IN }
