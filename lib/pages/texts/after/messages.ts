import type { Plural } from '../../../texts/en.js'
import { ar } from './ar.js'
import { en } from './en.js'
import { es } from './es.js'

/** The texts of what follows an RSVP. They are apart: functions with a form have no room for more. */
export type AfterMessages = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural }

/** Returns the texts nearest to a language; the English ones where there are none. */
export const afterMessages = (language: string): AfterMessages => catalogues[language.split('-')[0] as string] ?? en

const catalogues: Record<string, AfterMessages> = { ar, es }
