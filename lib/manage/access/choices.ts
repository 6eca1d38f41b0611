import type { Context } from 'hono'
import type { ManageEnv } from '../environment.js'

/** Languages of people who organize and come to events, by how many speak them. A program may set any other one. */
export const LANGUAGES = `
  en es zh hi ar bn pt pt-BR ru ja de fr ko vi it tr pl uk fa ur nl th tl sw so am ht ro el cs hu sv
  da nb fi he id ms ta te mr gu pa ne si my km lo hmn yo ig ha zu ca eu gl cy ga bg sr hr sk sl lt
  lv et sq hy ka az kk uz
`
  .trim()
  .split(/\s+/)

/**
 * Returns what may be chosen, by name in the language of the reader.
 * @param known what is set now, which stays among the choices
 * @param usual the value where none is set
 */
export function choices(
  c: Context<ManageEnv>,
  known: string | undefined,
  type: 'language' | 'region',
  codes: string[],
  usual: string,
): Record<string, string> {
  const lang = c.get('lang')
  const names = new Intl.DisplayNames(lang, { type, fallback: 'code' })
  const nameOf = (code: string) => nameIn(names, code)
  const all = known && !codes.includes(known) ? [known, ...codes] : codes
  const sorted = all
    .map((code) => [code, nameOf(code)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, lang))
  return { '': c.get('texts').settings.usual(nameOf(usual)), ...Object.fromEntries(sorted) }
}

/** Returns the name of a code; the text itself where it is none, as a form may bring any. */
function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
