import type { Plural } from '../../texts/en.js'
import { ar } from './ar.js'
import { en } from './en.js'
import { es } from './es.js'

/** The texts of hosting in one language. */
export type HostingMessages = {
  [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural
}

/** By the language of each. */
const catalogues: Record<string, HostingMessages> = { ar, en, es }

/** Returns the texts nearest to a language; the English ones where there are none. */
export const hostingMessages = (language: string): HostingMessages => catalogues[language.split('-')[0] as string] ?? en
