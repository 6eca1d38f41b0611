import type { Plural } from '../en.js'
import { en } from './en.js'
import { es } from './es.js'

/** The texts of hosting in one language. */
export type HostingMessages = {
  [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural
}

/** Returns the texts nearest to a language; the English ones where there are none. */
export const hostingMessages = (language: string): HostingMessages =>
  language.split('-')[0] === 'es' ? es : en
