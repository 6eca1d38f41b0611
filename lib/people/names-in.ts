/** The names of a person, as far as they are known. */
export interface Names {
  given_name?: string
  family_name?: string
}

/**
 * Returns the names in one line of a form: the first word is the given name, by which an email greets, and the others
 * are the family name. One field asks for less than two, and the visitor need not divide a name.
 */
export function namesIn(line: string): Names {
  const [given_name, ...others] = line.trim().split(/\s+/)
  const family_name = others.join(' ')
  return { ...(given_name && { given_name }), ...(family_name && { family_name }) }
}

/** Returns the names of a person in one line. */
export const nameInOneLine = ({ given_name, family_name }: Names): string =>
  [given_name, family_name].filter(Boolean).join(' ')
