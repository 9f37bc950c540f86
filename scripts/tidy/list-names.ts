import { type ESTree, Visitor } from 'vite'
import { isTest, lineOf, type Source } from './sources.ts'

/**
 * Lists whose names the stored preferences reject, or that cannot be determined from the code:
 * their settings would be silently lost. A table names its list itself, or takes the name of a
 * declared one (`salesOrderList.name`).
 */
export function listNameViolations(
  sources: readonly Source[],
  isAccepted: (name: string) => boolean,
): string[] {
  return sources
    .filter(({ path }) => !isTest(path) && !path.startsWith('scripts/'))
    .flatMap((source) => {
      const found: string[] = []
      const report = (start: number, names: readonly Name[]) => {
        const place = `${source.path}:${lineOf(source.text, start)}`
        for (const name of names) {
          if (name === 'declared') continue
          if (name === undefined) found.push(`${place} a list's name is not written out`)
          else if (!isAccepted(name.text)) found.push(`${place} ${name.text} is no name of a list`)
        }
      }
      new Visitor({
        JSXOpeningElement: ({ name, attributes, start }) => {
          if (name.type !== 'JSXIdentifier' || name.name !== 'DataTable') return
          report(start, namesIn(attributes))
        },
        CallExpression: ({ callee, arguments: [first, second], start }) => {
          if (callee.type !== 'Identifier') return
          if (callee.name === 'defineList') report(start, declaredNames(first))
          if (callee.name === 'defineTable') report(start, declaredNames(second))
        },
      }).visit(source.program)
      return found
    })
}

/** A name in the code, one taken from a declared list, or undefined if it is built at run time. */
type Name = { text: string } | 'declared' | undefined

function namesIn(attributes: readonly ESTree.JSXAttributeItem[]): Name[] {
  const own = attributes.find(
    (each): each is ESTree.JSXAttribute =>
      each.type === 'JSXAttribute' && each.name.name === 'name',
  )
  const value = own?.value
  return namesOf(value?.type === 'JSXExpressionContainer' ? value.expression : value)
}

function declaredNames(declared: ESTree.Node | undefined): Name[] {
  const properties = declared?.type === 'ObjectExpression' ? declared.properties : []
  const name = properties.find(
    (each): each is ESTree.ObjectProperty =>
      each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'name',
  )
  return namesOf(name?.value)
}

/** The possible values of an expression. */
function namesOf(value: ESTree.Node | null | undefined): Name[] {
  if (value?.type === 'Literal' && typeof value.value === 'string') return [{ text: value.value }]
  if (isNameOfList(value)) return ['declared']
  if (value?.type !== 'ConditionalExpression') return [undefined]
  return [...namesOf(value.consequent), ...namesOf(value.alternate)]
}

function isNameOfList(value: ESTree.Node | null | undefined): boolean {
  if (value?.type !== 'MemberExpression' || value.object.type !== 'Identifier') return false
  const { property } = value
  return (
    property.type === 'Identifier' && property.name === 'name' && value.object.name.endsWith('List')
  )
}
