import fc from 'fast-check'

/**
 * Any character, half of a pair too. The `binary` unit of fast-check is the same, but goes through all characters
 * before the first string, which takes each process seconds.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
