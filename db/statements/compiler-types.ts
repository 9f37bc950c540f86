import { dirname, posix } from 'node:path'
import {
  type Expression,
  isAsExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isVariableDeclaration,
  type Node,
  type ObjectLiteralExpression,
} from 'typescript/unstable/ast'
import { type Project, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import { lineOf } from '../../scripts/tidy/sources.ts'
import type { Kind, Kinds, RowField, Value } from './compare-calls.ts'

// What the compiler knows of a call: the kinds of value that its row type and its values have, and
// the declarations of the statements that it may run.

const flagKinds: [TypeFlags, Kind][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BigIntLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined | TypeFlags.Void, 'undefined'],
]

/** The kinds of value of a type; `any` for what depends on a type parameter. */
export function kindsOf(project: Project, type: Type): Kinds {
  if (type.isUnionType()) {
    return new Set((type.getTypes() ?? []).flatMap((part) => [...kindsOf(project, part)]))
  }
  if (type.isIntersectionType()) {
    // A branded value such as a `Day` is of the kind of its first part.
    const [first] = (type.getTypes() ?? []).map((part) => kindsOf(project, part))
    return first ?? new Set(['any'])
  }
  if (type.flags & TypeFlags.Never) return new Set()
  for (const [flags, kind] of flagKinds) if (type.flags & flags) return new Set([kind])
  if (project.checker.isArrayLikeType(type)) return new Set(['list'])
  if (type.flags & TypeFlags.Object) return new Set(['object'])
  return new Set(['any'])
}

/** The fields of a row type. */
export function fieldsOf(project: Project, node: Node): Map<string, RowField> {
  const { checker } = project
  const type = checker.getTypeAtLocation(node)
  const fields = type ? checker.getPropertiesOfType(type) : []
  const types = checker.getTypeOfSymbol(fields)
  return new Map(
    fields.map((field, at) => {
      const fieldType = types[at]
      const kinds: Kinds = fieldType ? kindsOf(project, fieldType) : new Set<Kind>(['any'])
      return [field.name, { kinds, isOptional: (field.flags & SymbolFlags.Optional) !== 0 }]
    }),
  )
}

/** The kinds of a value, and of its elements if it is a list. */
export function valueOf(project: Project, node: Expression): Value {
  const type = project.checker.getTypeAtLocation(node)
  if (!type) return { kinds: new Set(['any']) }
  const kinds = kindsOf(project, type)
  if (!kinds.has('list') || !type.isTypeReference() || type.isTupleType()) return { kinds }
  const [element] = project.checker.getTypeArguments(type)
  return { kinds, ...(element && { elements: kindsOf(project, element) }) }
}

/** The file and line of each statement that an expression may be. */
export function statementsOf(project: Project, node: Node): string[] {
  if (isAsExpression(node) || isSatisfiesExpression(node) || isParenthesizedExpression(node)) {
    return statementsOf(project, node.expression)
  }
  if (isConditionalExpression(node)) {
    return [node.whenTrue, node.whenFalse].flatMap((each) => statementsOf(project, each))
  }
  if (isObjectLiteralExpression(node)) return statementsIn(project, node)
  if (isElementAccessExpression(node)) return statementsOf(project, node.expression)
  if (isIdentifier(node)) return declared(project, node)
  return isPropertyAccessExpression(node) ? declared(project, node.name) : []
}

/** A statement, or all statements in an object of statements. */
function statementsIn(project: Project, node: ObjectLiteralExpression): string[] {
  const assigned = node.properties.filter(isPropertyAssignment)
  const keys = node.properties
    .filter((one) => isPropertyAssignment(one) || isShorthandPropertyAssignment(one))
    .map(({ name }) => isIdentifier(name) && name.text)
  if (keys.includes('name') && keys.includes('text')) return [placeOf(project, node)]
  return assigned.flatMap(({ initializer }) => statementsOf(project, initializer))
}

function placeOf(project: Project, node: Node): string {
  const file = node.getSourceFile()
  const path = posix.relative(dirname(project.configFileName), file.fileName)
  return `${path}:${lineOf(file.text, node.getStart(file))}`
}

function declared(project: Project, node: Node): string[] {
  const { checker } = project
  const symbol = checker.getSymbolAtLocation(node)
  if (!symbol) return []
  const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0
  const original = isAlias ? checker.getAliasedSymbol(symbol) : symbol
  const declaration = original.valueDeclaration?.resolve(project)
  if (!declaration) return []
  const isConstant = isVariableDeclaration(declaration) || isPropertyAssignment(declaration)
  const value = isConstant ? declaration.initializer : undefined
  return value ? statementsOf(project, value) : []
}
