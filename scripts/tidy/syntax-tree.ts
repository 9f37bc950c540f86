import { type ESTree, Visitor } from 'vite'
import type { Source } from './sources.ts'

/** The expression without casts, parentheses and `?.`. */
export function bareOf(node: ESTree.Node): ESTree.Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return bareOf(node.expression)
    default:
      return node
  }
}

/** The values that a function returns, also from inside its conditions. */
export function returnsOf(node: ESTree.Node): ESTree.Node[] {
  if (node.type === 'ReturnStatement') return node.argument ? [node.argument] : []
  if (node.type === 'BlockStatement') return node.body.flatMap(returnsOf)
  if (node.type !== 'IfStatement') return []
  return [node.consequent, node.alternate].flatMap((part) => (part ? returnsOf(part) : []))
}

/** The names that a pattern without objects binds. */
export function namesBound(node: ESTree.Node | null): string[] {
  if (node?.type === 'Identifier') return [node.name]
  if (node?.type === 'AssignmentPattern') return namesBound(node.left)
  return node?.type === 'ArrayPattern' ? node.elements.flatMap(namesBound) : []
}

/** The constants of a file with their values; a name that is declared twice has none. */
export function constantsOf({ program }: Source): Map<string, ESTree.Node> {
  const found = new Map<string, ESTree.Node>()
  const twice = new Set<string>()
  new Visitor({
    VariableDeclaration: ({ kind, declarations }) => {
      for (const { id, init } of declarations) {
        if (id.type !== 'Identifier') continue
        if (found.has(id.name) || kind !== 'const' || !init) twice.add(id.name)
        else found.set(id.name, init)
      }
    },
  }).visit(program)
  for (const name of twice) found.delete(name)
  return found
}
