import { format, resolveConfig } from 'prettier'

/** The text of a generated file as `npm run check` wants it. @param file its path, from the project's folder */
export const formatted = async (text: string, file: string): Promise<string> =>
  format(text, { ...(await resolveConfig(file)), filepath: file })

/** Puts a table into the part of a page in Markdown that begins with `<!-- name -->`. @param file the page's path */
export const withTable = (page: string, file: string, name: string, table: string): Promise<string> =>
  formatted(
    page.replace(new RegExp(`(<!-- ${name} -->\\n).*?(<!-- end -->)`, 's'), (_, begin: string, end: string) =>
      [begin, table, '', end].join('\n'),
    ),
    file,
  )
