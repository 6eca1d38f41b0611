/** The mark of a group: its logo, or else the first letters of its words. The name stands beside it. */
export const Logo = ({ title, address }: { title: string; address?: string | undefined }) =>
  address ? (
    <img class="logo" src={address} alt="" width="32" height="32" />
  ) : (
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
