import { componentsWith } from '../html/styles.js'
import style from './public.css' with { type: 'text' }

/** The styles of all pages for guests. */
export const styles = componentsWith(style)
