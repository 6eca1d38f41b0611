import ts from 'typescript'

/** A piece of text that goes, and what takes its place. */
interface Edit {
  from: number
  to: number
  text: string
}

/** A file after a cut. */
export interface Cut {
  text: string
  /** The exported names that went. */
  exports: string[]
  /** The functions that stay, whose calls in statements and lists went because an argument went. */
  along: string[]
}

export const parse = (file: string, text: string) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.ESNext,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** The modules that a file imports or exports from, with the names that each is asked for. */
export interface Import {
  module: string
  /** The names as the other module exports them; `*` for all of it. */
  names: string[]
}

/** Returns what a file imports, types and late imports included. */
export function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      found.push({ module: node.moduleSpecifier.text, names: namesOf(node.importClause) })
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      found.push({ module: node.moduleSpecifier.text, names: exported(node).map(({ of }) => of) })
    else if (ts.isCallExpression(node)) {
      const module = lateImport(node)
      if (module !== undefined) found.push({ module, names: ['*'] })
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument
      if (ts.isStringLiteral(literal)) found.push({ module: literal.text, names: ['*'] })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function namesOf(clause: ts.ImportClause | undefined): string[] {
  if (!clause) return ['*']
  const bindings = clause.namedBindings
  const named = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : []
  return [
    ...(clause.name ? ['default'] : []),
    ...(bindings && ts.isNamespaceImport(bindings) ? ['*'] : []),
    ...named.map(({ propertyName, name }) => (propertyName ?? name).text),
  ]
}

const exported = ({ exportClause }: ts.ExportDeclaration): { of: string; as: string }[] =>
  exportClause && ts.isNamedExports(exportClause)
    ? exportClause.elements.map(({ propertyName, name }) => ({
        of: (propertyName ?? name).text,
        as: name.text,
      }))
    : [{ of: '*', as: '*' }]

/**
 * Cuts what a file takes from modules that are gone: their imports, and the smallest whole thing around each use of an
 * imported name: an element of a list, a property of an object, a link of a chain of calls, a statement. A declaration
 * whose heart is cut goes with all that uses it. Imports and declarations that nothing uses any more go, too.
 * @param isGone tells which name of which module is gone
 */
export function cut(file: string, before: string, isGone: (module: string, name: string) => boolean): Cut {
  const exports = new Set<string>()
  const along = new Set<string>()
  let { text, names } = cutImports(file, before, isGone, exports)
  for (;;) {
    const next = cutUses(parse(file, text), names, isGone, { exports, along })
    if (next.text === text) break
    text = next.text
    // A name that was cut within something else that stays is asked for again.
    names = new Set([...names, ...next.names])
  }
  return text === before
    ? { text, exports: [], along: [] }
    : { text: withUnusedMarked(file, withoutUnused(file, text)), exports: [...exports], along: [...along] }
}

interface Named {
  text: string
  names: Set<string>
}

/** Removes imports, and names what they had brought. */
function cutImports(
  file: string,
  text: string,
  isGone: (module: string, name: string) => boolean,
  exports: Set<string>,
): Named {
  const names = new Set<string>()
  const edits: Edit[] = []
  for (const node of parse(file, text).statements) {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const module = node.moduleSpecifier.text
      const clause = node.importClause
      if (!clause) {
        if (isGone(module, '*')) edits.push(whole(node))
        continue
      }
      const bindings = clause.namedBindings
      const elements = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : []
      const gone = elements.filter((each) => isGone(module, (each.propertyName ?? each.name).text))
      const rest = elements.filter((each) => !gone.includes(each))
      for (const { name } of gone) names.add(name.text)
      const isDefaultGone = clause.name !== undefined && isGone(module, 'default')
      const isSpaceGone = bindings !== undefined && ts.isNamespaceImport(bindings) && isGone(module, '*')
      if (clause.name && isDefaultGone) names.add(clause.name.text)
      if (isSpaceGone) names.add(bindings.name.text)
      if (rest.length === 0 && (!clause.name || isDefaultGone) && (isSpaceGone || gone.length > 0 || isDefaultGone))
        edits.push(whole(node))
      else if (gone.length > 0) edits.push(without(gone, (bindings as ts.NamedImports).elements))
      if (isDefaultGone && rest.length > 0)
        edits.push({ from: clause.pos, to: (bindings as ts.NamedImports).pos, text: '' })
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      const module = node.moduleSpecifier.text
      const all = exported(node)
      const gone = all.filter(({ of }) => isGone(module, of))
      for (const { as } of gone) exports.add(as)
      if (gone.length === all.length) edits.push(whole(node))
      else if (gone.length > 0 && node.exportClause && ts.isNamedExports(node.exportClause)) {
        const { elements } = node.exportClause
        const names = gone.map(({ as }) => as)
        edits.push(
          without(
            elements.filter(({ name }) => names.includes(name.text)),
            elements,
          ),
        )
      }
    }
  }
  return { text: applied(text, edits), names }
}

/** Removes the smallest whole thing around each use of some names. @returns the names that went with it */
function cutUses(
  source: ts.SourceFile,
  names: ReadonlySet<string>,
  isGone: (module: string, name: string) => boolean,
  { exports, along }: Record<'exports' | 'along', Set<string>>,
): Named {
  const edits: Edit[] = []
  const went = new Set<string>()
  const visit = (node: ts.Node): void => {
    const isGoneHere = ts.isIdentifier(node)
      ? names.has(node.text) && isUse(node)
      : ts.isCallExpression(node) && isGone(lateImport(node) ?? '', '*')
    if (isGoneHere) {
      const taken = takenWith(node)
      edits.push(taken.edit)
      for (const name of taken.names) {
        went.add(name)
        if (taken.isExported) exports.add(name)
      }
      if (taken.calls && taken.calls !== node && !names.has(taken.calls.text)) along.add(taken.calls.text)
    } else ts.forEachChild(node, visit)
  }
  visit(source)
  return { text: applied(source.text, edits), names: went }
}

/** Returns the module that a call imports, if it is an import. */
function lateImport({ expression, arguments: [module] }: ts.CallExpression): string | undefined {
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword
  return isImport && module && ts.isStringLiteralLike(module) ? module.text : undefined
}

/** Whether an identifier stands for a value or a type, and is no name of a property or of a declaration. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false
  if (ts.isQualifiedName(parent) && parent.right === node) return false
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  if (ts.isPropertySignature(parent) || ts.isMethodSignature(parent) || ts.isMethodDeclaration(parent))
    return parent.name !== node
  if (ts.isBindingElement(parent)) return parent.initializer === node
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node
  if (ts.isJsxAttribute(parent)) return false
  if (ts.isFunctionDeclaration(parent) || ts.isInterfaceDeclaration(parent) || ts.isTypeAliasDeclaration(parent))
    return false
  return true
}

interface Taken {
  edit: Edit
  names: string[]
  isExported: boolean
  /** The function that a statement or the element of a list calls. */
  calls?: ts.Identifier | undefined
}

const takenAlone = (edit: Edit, piece?: ts.Node): Taken => ({
  edit,
  names: [],
  isExported: false,
  calls: piece && ts.isCallExpression(piece) && ts.isIdentifier(piece.expression) ? piece.expression : undefined,
})

/** Returns what goes with a use of a name: the smallest thing that can be left out. */
function takenWith(use: ts.Node): Taken {
  for (let node = use; ; node = node.parent) {
    const { parent } = node
    if (ts.isHeritageClause(parent) && parent.types.length > 1) return takenAlone(without([node], parent.types))
    if (ts.isInterfaceDeclaration(parent) && !ts.isHeritageClause(node))
      return takenAlone(without([node], parent.members, ''))
    if (ts.isTypeLiteralNode(parent)) return takenAlone(without([node], parent.members, ''))
    if (ts.isUnionTypeNode(parent) && parent.types.length > 1) return takenAlone(without([node], parent.types, ' |'))
    if (ts.isIntersectionTypeNode(parent) && parent.types.length > 1)
      return takenAlone(without([node], parent.types, ' &'))
    if (ts.isNamedExports(parent)) return takenAlone(without([node], parent.elements))
    if (ts.isArrayLiteralExpression(parent) && canLose(parent, parent.elements))
      return takenAlone(without([node], parent.elements), node)
    if (ts.isObjectLiteralExpression(parent) && canLose(parent, parent.properties))
      return takenAlone(without([node], parent.properties))
    if (ts.isConditionalExpression(parent) && node !== parent.condition)
      return takenAlone(instead(parent, node === parent.whenTrue ? parent.whenFalse : parent.whenTrue))
    if (ts.isCallExpression(parent) && parent.arguments.includes(node as ts.Expression) && isInChain(parent))
      return takenAlone({
        from: (parent.expression as ts.PropertyAccessExpression).expression.end,
        to: parent.end,
        text: '',
      })
    if (ts.isIfStatement(parent) && node === parent.thenStatement && !parent.elseStatement)
      return takenAlone(whole(parent))
    // Within a function a result that is used goes with the whole function: half of one does something else.
    if (ts.isExpressionStatement(node)) return takenAlone(whole(node), node.expression)
    if (ts.isSourceFile(parent)) return { edit: whole(node), names: declared(node), isExported: isExported(node) }
  }
}

type Literal = ts.ArrayLiteralExpression | ts.ObjectLiteralExpression

/** Whether a literal can lose a member. The last one goes with an object in another literal. */
const canLose = (literal: Literal, members: ts.NodeArray<ts.Node>) =>
  isList(literal) &&
  (members.length > 1 || (ts.isArrayLiteralExpression(literal) ? !isOfFamily(literal) : isOutermost(literal)))

/** Whether a list holds the commands of a family of them, which goes with its last one. */
const isOfFamily = ({ parent }: ts.ArrayLiteralExpression) =>
  ts.isCallExpression(parent) && parent.expression.getText() === 'family'

function isOutermost(literal: Literal): boolean {
  for (let node = literal.parent; !ts.isStatement(node) && !ts.isArrowFunction(node); node = node.parent)
    if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) return false
  return true
}

/**
 * Whether a literal is a list that can lose members: what a declaration at the top of a file is made of, or what a
 * function returns, at any depth of literals. An argument of a call is one where it is an array at the top of a file.
 */
function isList(literal: Literal): boolean {
  let isArgument = false
  for (let node = literal.parent; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isReturnStatement(node) || ts.isArrowFunction(node)) return !isArgument
    if (ts.isBlock(node)) return false
    isArgument ||= ts.isCallExpression(node)
  }
  return !isArgument || ts.isArrayLiteralExpression(literal)
}

/** Whether a call is a link of a chain that goes on: `program.addCommand(one).addCommand(other)`. */
const isInChain = ({ expression, parent }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) &&
  (ts.isPropertyAccessExpression(parent) || ts.isCallExpression(expression.expression))

const isDeclaration = (
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)

function declared(node: ts.Node): string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => namesIn(name))
  return (ts.isFunctionDeclaration(node) || isDeclaration(node)) && node.name ? [node.name.text] : []
}

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? namesIn(each.name) : []))

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

/** Removes a statement with the comment above it. */
const whole = (node: ts.Node): Edit => ({ from: node.getFullStart(), to: node.end, text: '' })

/** Removes members of a list: what is left of the list takes its place. */
function without(gone: readonly ts.Node[], all: ts.NodeArray<ts.Node>, separator = ','): Edit {
  const left = all.filter((each) => !gone.includes(each))
  const source = (gone[0] as ts.Node).getSourceFile().text
  const text = left.map((each) => source.slice(each.pos, each.end)).join(separator)
  return { from: all.pos, to: all.end, text: all.hasTrailingComma && left.length > 0 ? `${text},` : text }
}

const instead = (node: ts.Node, other: ts.Node): Edit => ({
  from: node.getStart(),
  to: node.end,
  text: other.getText(),
})

/** Makes the edits, of those that lie within another one the outer one alone. */
function applied(text: string, edits: Edit[]): string {
  const sorted = [...edits].sort((one, other) => one.from - other.from || other.to - one.to)
  let result = ''
  let at = 0
  for (const { from, to, text: other } of sorted) {
    if (from < at) {
      at = Math.max(at, to)
      continue
    }
    result += text.slice(at, from) + other
    at = to
  }
  return result + text.slice(at)
}

/** Removes imports and declarations at the top of a file that nothing uses and nothing exports. */
function withoutUnused(file: string, before: string): string {
  for (let text = before; ;) {
    const source = parse(file, text)
    const used = new Map<string, number>()
    const count = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) used.set(node.text, (used.get(node.text) ?? 0) + 1)
      ts.forEachChild(node, count)
    }
    count(source)
    const isUnused = (name: string) => used.get(name) === 1
    const edits: Edit[] = []
    for (const node of source.statements) {
      if (ts.isImportDeclaration(node) && node.importClause) {
        const { name, namedBindings: bindings } = node.importClause
        const elements = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : []
        const unused = elements.filter((each) => isUnused(each.name.text))
        const isAllUnused =
          (!name || isUnused(name.text)) &&
          (!bindings ||
            (ts.isNamespaceImport(bindings) ? isUnused(bindings.name.text) : unused.length === elements.length))
        if (isAllUnused) edits.push(whole(node))
        else if (unused.length === elements.length && name && bindings)
          edits.push({ from: name.end, to: bindings.end, text: '' })
        else if (unused.length > 0) edits.push(without(unused, (bindings as ts.NamedImports).elements))
      } else if (
        !isExported(node) &&
        (ts.isVariableStatement(node) || ts.isFunctionDeclaration(node) || isDeclaration(node))
      ) {
        const names = declared(node)
        if (names.length > 0 && names.every(isUnused)) edits.push(whole(node))
      }
    }
    const next = applied(text, edits)
    if (next === text) return text
    text = next
  }
}

/** Marks parameters that nothing uses any more, and leaves out names that are only taken, as the compiler wants it. */
function withUnusedMarked(file: string, text: string): string {
  const edits: Edit[] = []
  const visit = (node: ts.Node, within: ts.Node): void => {
    if (ts.isObjectBindingPattern(node) && !node.elements.some(({ dotDotDotToken }) => dotDotDotToken)) {
      const unused = node.elements.filter(
        ({ name }) => ts.isIdentifier(name) && usesIn(within, name.text) === 1 && !name.text.startsWith('_'),
      )
      if (unused.length > 0) edits.push(without(unused, node.elements))
    }
    if (ts.isFunctionLike(node))
      for (const { name } of node.parameters)
        if (ts.isIdentifier(name) && !name.text.startsWith('_') && usesIn(node, name.text) === 1)
          edits.push({ from: name.getStart(), to: name.end, text: `_${name.text}` })
    ts.forEachChild(node, (child) => visit(child, ts.isFunctionLike(node) ? node : within))
  }
  const source = parse(file, text)
  visit(source, source)
  return applied(text, edits)
}

function usesIn(node: ts.Node, name: string): number {
  let uses = 0
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each) && each.text === name) uses++
    ts.forEachChild(each, visit)
  }
  visit(node)
  return uses
}
