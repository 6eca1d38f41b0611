import { dirname, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Returns the entry of `folders` that holds a file: the one with the longest path. */
const folderOf = (file, folders) =>
  folders.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0]

/**
 * An ESLint rule: a folder imports only the folders that its entry in `mayImport` names. The rule compares paths of
 * files and not the text of an import, because every layer has folders of the same names (`lib/domain/mail` and
 * `lib/mail`). Files outside all of these folders, such as `lib/runtime/log.ts`, may be imported by all, except those in
 * `reserved`: `{ file: [folders or files that may import it] }`. `typesFrom` allows imports of types alone.
 */
export const importDirection = {
  meta: { type: 'problem', schema: [{ type: 'object' }] },
  create(context) {
    const { mayImport, typesFrom, reserved } = context.options[0]
    const folders = Object.keys(mayImport)
    const file = relative(ROOT, context.filename)
    const own = folderOf(file, folders)

    const isAllowed = (target) => {
      if (reserved[target] !== undefined) return reserved[target].some((each) => file.startsWith(each))
      const folder = folderOf(target, folders)
      if (own === undefined || folder === undefined || folder === own) return true
      return mayImport[own] === 'all' || mayImport[own].includes(folder)
    }
    const check = ({ source, importKind }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return
      const target = relative(ROOT, resolve(dirname(context.filename), source.value)).replace(/\.js$/, '.ts')
      const isType = importKind === 'type' && typesFrom[own]?.some((each) => target.startsWith(each))
      if (isType || isAllowed(target)) return
      context.report({ node: source, message: `${own ?? file} must not import ${target}: see MAY_IMPORT.` })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}
