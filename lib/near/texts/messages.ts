import type { Plural } from '../../texts/en.js'
import { ar } from './ar.js'
import { en } from './en.js'
import { es } from './es.js'

/** The texts of finders in one language. */
export type FinderMessages = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural }

/** Returns the texts nearest to a language; the English ones where there are none. */
export const finderMessages = (language: string): FinderMessages => catalogues[language.split('-')[0] as string] ?? en

const catalogues: Record<string, FinderMessages> = { ar, es }
