import { format, resolveConfig } from 'prettier'

/** The text of a generated file as `npm run check` wants it. @param file its path, from the project's folder */
export const formatted = async (text: string, file: string): Promise<string> =>
  format(text, { ...(await resolveConfig(file)), filepath: file })
