/** The mark of a group: the first letters of its words. The name stands beside it. */
export const Logo = ({ title }: { title: string }) => (
  <span class="logo" aria-hidden="true">
    {initialsOf(title)}
  </span>
)

/** Returns the first letters of the first two words of a name. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) as number).toLocaleUpperCase())
    .join('')
