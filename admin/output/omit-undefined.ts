/** Returns an object without the keys whose value is undefined: elsewhere, a key that is there has a value. */
export const omitUndefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined | ''>
  }
