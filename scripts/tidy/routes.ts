import { type ESTree, Visitor } from 'vite'
import { isTest, lineOf, roomOf, type Source } from './sources.ts'

/** Endpoints declared outside a contract, where the endpoint check does not see them. */
export function strayEndpoints(sources: readonly Source[]): string[] {
  const contracts = sources.filter(({ path }) => isContract(path))
  const ofContracts = contracts.flatMap(({ imports }) => imports.map(({ target }) => target))
  const isDeclarable = (path: string) =>
    isContract(path) || (isPartOfContract(path) && ofContracts.includes(path))
  return sources
    .filter(({ path }) => roomOf(path) && !isTest(path) && !isDeclarable(path))
    .flatMap(({ path, text, program }) =>
      callsOf(program, 'endpoint').map(
        ({ start }) => `${path}:${lineOf(text, start)} an endpoint is declared in contract.ts`,
      ),
    )
}

/** Routes that call no function with the name of their endpoint. */
export function misnamedRoutes(sources: readonly Source[]): string[] {
  return sources.filter(isRoutes).flatMap(({ path, text, program }) =>
    callsOf(program, 'route').flatMap(({ start, arguments: [endpoint, handler] }) => {
      const name = endpoint && lastName(endpoint)
      if (!name || !handler || calledNames(handler).has(name)) return []
      return [`${path}:${lineOf(text, start)} the route of ${name} calls no function ${name}`]
    }),
  )
}

function isContract(path: string): boolean {
  return /^features\/[^/]+\/contract\.ts$/.test(path)
}

/** A file for the endpoints that many pages load without the others. */
function isPartOfContract(path: string): boolean {
  return /^features\/[^/]+\/[a-z-]+-contract\.ts$/.test(path)
}

function isRoutes({ path }: Source): boolean {
  return /^features\/[^/]+\/server\/([a-z-]+-)?routes\.ts$/.test(path)
}

function callsOf(program: ESTree.Program, name: string): ESTree.CallExpression[] {
  const found: ESTree.CallExpression[] = []
  new Visitor({
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === name) found.push(node)
    },
  }).visit(program)
  return found
}

/** Names of the functions that a handler calls, or of the function that it is. */
function calledNames(handler: ESTree.Node): Set<string> {
  const names = new Set<string>()
  const add = (node: ESTree.Node) => {
    const name = lastName(node)
    if (name) names.add(name)
  }
  add(handler)
  const statement = { type: 'ExpressionStatement', expression: handler, start: 0, end: 0 }
  new Visitor({ CallExpression: ({ callee }) => add(callee) }).visit({
    type: 'Program',
    body: [statement],
    sourceType: 'module',
    hashbang: null,
    start: 0,
    end: 0,
  } as unknown as ESTree.Program)
  return names
}

/** `listSkus` of `listSkus` and of `contract.listSkus`. */
function lastName(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression') return undefined
  // One of a family: `readPdf[name]`.
  if (node.computed) return lastName(node.object)
  return node.property.type === 'Identifier' ? node.property.name : undefined
}
