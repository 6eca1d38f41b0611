import { SIGN_IN } from '../../manage/paths.js'

/** The links that rooms add to the page at `/`. */
export const frontDoor = { signIn: SIGN_IN }
