/** Begins the native ids by which files of `export csv` name resources: another installation takes them as foreign. */
export const EXPORT_PREFIX = 'turnout:'
