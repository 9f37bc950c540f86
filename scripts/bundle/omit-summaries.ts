import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'

/** Leaves out of the bundle what only the API description shows: the summaries of endpoints. */
export function omitSummaries(): Plugin {
  return {
    name: 'omit-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]features[\\/][^\\/]+[\\/](?:[a-z-]+-)?contract\.ts$/ },
      handler: (code, id) => ({ code: withoutSummaries(code, id), map: null }),
    },
  }
}

/** The code of a contract with blanks for the option `summary` of every endpoint. */
export function withoutSummaries(code: string, path: string): string {
  let shortened = code
  new Visitor({
    CallExpression: ({ callee, arguments: [, , options] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return
      if (options?.type !== 'ObjectExpression') return
      for (const { start, end } of options.properties.filter(isSummary)) {
        const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
        const blanks = code.slice(start, end + comma).replaceAll(/[^\n]/g, ' ')
        shortened = shortened.slice(0, start) + blanks + shortened.slice(end + comma)
      }
    },
  }).visit(parseSync(path, code).program)
  return shortened
}

function isSummary(option: ESTree.ObjectPropertyKind): option is ESTree.ObjectProperty {
  if (option.type !== 'Property' || option.key.type !== 'Identifier') return false
  return option.key.name === 'summary'
}
