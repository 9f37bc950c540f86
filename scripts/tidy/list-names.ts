import { type ESTree, Visitor } from 'vite'
import { isTest, lineOf, type Source } from './sources.ts'

/**
 * Lists whose names the stored preferences reject, or that cannot be determined from the code:
 * their settings would be silently lost.
 */
export function listNameViolations(
  sources: readonly Source[],
  isTaken: (name: string) => boolean,
): string[] {
  return sources
    .filter(({ path }) => !isTest(path) && path.endsWith('.tsx'))
    .flatMap((source) => {
      const found: string[] = []
      new Visitor({
        JSXOpeningElement: ({ name, attributes, start }) => {
          if (name.type !== 'JSXIdentifier' || name.name !== 'DataTable') return
          const place = `${source.path}:${lineOf(source.text, start)}`
          for (const sentence of namesIn(attributes)) {
            if (sentence === undefined) found.push(`${place} a list's name is not written out`)
            else if (!isTaken(sentence)) found.push(`${place} ${sentence} is no name of a list`)
          }
        },
      }).visit(source.program)
      return found
    })
}

function namesIn(attributes: readonly ESTree.JSXAttributeItem[]): (string | undefined)[] {
  const own = attributes.find(
    (each): each is ESTree.JSXAttribute =>
      each.type === 'JSXAttribute' && each.name.name === 'name',
  )
  const value = own?.value
  return namesOf(value?.type === 'JSXExpressionContainer' ? value.expression : value)
}

/** The possible values of an expression; undefined if it is built at run time. */
function namesOf(value: ESTree.Node | null | undefined): (string | undefined)[] {
  if (value?.type === 'Literal' && typeof value.value === 'string') return [value.value]
  if (value?.type !== 'ConditionalExpression') return [undefined]
  return [...namesOf(value.consequent), ...namesOf(value.alternate)]
}
