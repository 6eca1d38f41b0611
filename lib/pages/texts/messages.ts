import type { Plural } from '../../texts/en.js'
import { ar } from './ar.js'
import { en } from './en.js'
import { es } from './es.js'

/** The texts of pages for guests in one language. */
export type PageTexts = { [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural }

/** By the language of each. Tests add one. */
export const pageCatalogues = new Map<string, PageTexts>([
  ['en', en],
  ['es', es],
  ['ar', ar],
])

/** Returns the texts nearest to a language; the English ones where there are none. */
export const pageTexts = (language: string): PageTexts =>
  pageCatalogues.get(language) ?? pageCatalogues.get(language.split('-')[0] as string) ?? en
