import * as library from 'rrule'

/** Node reads the package as a CommonJS module, whose exports are its default; the bundler reads its ES module. */
export const { RRule } = (Reflect.get(library, 'default') ?? library) as typeof library
