import { en } from './texts/en.js'
import { es } from './texts/es.js'

/** The texts of the interface in one language. English is the model of the others. */
export type Texts = typeof en

const catalogs: Record<string, Texts> = { en, es }

/**
 * Chooses the language of a page by the languages that a browser accepts, best first.
 * @param accepted value of `Accept-Language`
 */
export function textsFor(accepted = ''): { lang: string; texts: Texts } {
  const lang =
    accepted
      .split(',')
      .map((each) => {
        const [range = '', quality = ''] = each.trim().split(/\s*;\s*q=/)
        return { lang: range.slice(0, 2).toLowerCase(), quality: quality === '' ? 1 : Number(quality) }
      })
      .filter(({ lang, quality }) => lang in catalogs && quality > 0)
      .sort((one, other) => other.quality - one.quality)[0]?.lang ?? 'en'
  return { lang, texts: catalogs[lang] ?? en }
}
