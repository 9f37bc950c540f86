import { type ESTree, Visitor } from 'vite'
import { bareOf, constantsOf, namesBound, returnsOf } from './syntax-tree.ts'
import { isTest, lineOf, type Source } from './sources.ts'
import { nameOf } from './table-owners.ts'

/** Expressions that are no data although the rule cannot see it, each with the reason. */
export type KnownLinks = Readonly<Record<string, string>>

/** Names of values that are addresses of this program, checked where they get that name. */
const addressName = /^(href|hrefOf|to|path|pathname)$|\w(Href|Path)$/
/** Names of addresses that nothing else has: `to` may also be a day. */
const strictName = /^href(Of)?$/
/** Functions that return addresses of this program. */
const addressFunctions = [
  'internalPath',
  'pathOf',
  'pdfAddress',
  'logoAddress',
  'hrefOf',
  'createObjectURL',
]
/** The start of an address of this program. `/` alone is none: a host name could follow. */
const ownLiteral = /^$|^\/$|^\/[\w-]|^#|^\.$|^(mailto|tel):/
const ownStart = /^\/[\w-]|^#|^(mailto|tel):/
const linkElements = /^(Link|LinkButton|Navigate)$/
const linkAttributes = /^(href|hrefOf|src|formAction)$/

type Check = {
  source: Source
  /** Names of fields and parameters that hold links, of records or of the address. */
  linkNames: ReadonlySet<string>
  constants: ReadonlyMap<string, ESTree.Node>
  /** The places of the parameters that are addresses, by the file and name of the function. */
  parameters: ReadonlyMap<string, readonly number[]>
  report: (node: ESTree.Node) => void
}

/**
 * Places of the screens where the browser is sent to an address that may be data. A link that comes
 * from a record or from the address of the page must pass `internalPath`, which accepts paths of
 * this site only. `linkNames` are the names under which such links arrive.
 */
export function linkViolations(
  sources: readonly Source[],
  linkNames: ReadonlySet<string>,
  known: KnownLinks = {},
): string[] {
  const used = new Set<string>()
  const screens = sources.filter(isOfScreens)
  const parameters = addressParametersOf(screens)
  const found = screens.flatMap((source) => {
    const places: string[] = []
    const report = (node: ESTree.Node) => {
      const text = source.text.slice(node.start, node.end)
      const key = `${source.path}: ${text}`
      used.add(key)
      if (known[key] !== undefined) return
      const place = `${source.path}:${lineOf(source.text, node.start)}`
      places.push(`${place} ${text} may be data: let it pass internalPath`)
    }
    const check = { source, linkNames, constants: constantsOf(source), parameters, report }
    checkElements(check)
    checkCalls(check)
    checkNames(check)
    return [...new Set(places)]
  })
  const obsolete = Object.keys(known).filter((key) => !used.has(key))
  return [...found, ...obsolete.map((key) => `${key} needs no exception`)]
}

function isOfScreens({ path }: Source): boolean {
  const isOfApp = /^app\/(?!tests\/|api-description\/)/.test(path)
  return !isTest(path) && (isOfApp || /^(features\/[^/]+\/ui|platform\/(ui|web))\//.test(path))
}

/** `href={…}` of any element, and `to={…}` of a link. */
function checkElements(check: Check): void {
  new Visitor({
    JSXOpeningElement: ({ name: element, attributes }) => {
      const tag = element.type === 'JSXIdentifier' ? element.name : ''
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute') continue
        const name = attribute.name.type === 'JSXIdentifier' ? attribute.name.name : ''
        const value = valueOf(attribute)
        const isLink = linkAttributes.test(name) || (name === 'action' && tag === 'form')
        if (!value) continue
        if (isLink || (name === 'to' && linkElements.test(tag))) requireOwn(check, value)
        else if (addressName.test(name)) refuseLinks(check, value)
      }
    },
  }).visit(check.source.program)
}

function valueOf({ value }: ESTree.JSXAttribute): ESTree.Node | null {
  return value?.type === 'JSXExpressionContainer' ? value.expression : value
}

/** `navigate({ to })`, `location.assign(…)`, `window.open(…)`, `history.push(…)`, `a.href = …`. */
function checkCalls(check: Check): void {
  new Visitor({
    CallExpression: ({ callee, arguments: args }) => {
      const [first, second] = args
      const name = nameOf(callee)
      if (!first || !name) return
      if (name === 'navigate' || name === 'redirect') return checkTarget(check, first)
      if (name === 'setAttribute' && isLinkName(first) && second) return requireOwn(check, second)
      for (const place of check.parameters.get(functionKey(check.source, name)) ?? []) {
        const value = args[place]
        if (value) refuseLinks(check, value)
      }
      const text = check.source.text.slice(callee.start, callee.end)
      const isLeaving =
        /(^|\.)(location\.(assign|replace)|history\.(push|replace)|window\.open)$/.test(text)
      if (isLeaving) requireOwn(check, first)
    },
    AssignmentExpression: ({ left, right }) => {
      const isWindow = left.type === 'Identifier' && left.name === 'location'
      const isOfWindow = left.type === 'MemberExpression' && nameOf(left) === 'location'
      const isAddress = left.type === 'MemberExpression' && linkAttributes.test(nameOf(left) ?? '')
      if (isWindow || isOfWindow || isAddress) requireOwn(check, right)
    },
  }).visit(check.source.program)
}

function isLinkName(node: ESTree.Node): boolean {
  return node.type === 'Literal' && linkAttributes.test(String(node.value))
}

function checkTarget(check: Check, target: ESTree.Node): void {
  if (target.type !== 'ObjectExpression') return check.report(target)
  for (const part of target.properties) {
    if (part.type !== 'Property' || part.computed) continue
    if (/^(to|href)$/.test(nameOf(part.key) ?? '')) requireOwn(check, part.value)
  }
}

/** A value that gets the name of an address is none of a record. */
function checkNames(check: Check): void {
  const bind = (name: string | undefined, value: ESTree.Node) => {
    if (name !== undefined && strictName.test(name)) requireOwn(check, value)
    else if (name !== undefined && addressName.test(name)) refuseLinks(check, value)
  }
  new Visitor({
    Property: ({ key, value, computed }) => {
      if (!computed) bind(nameOf(key), value)
    },
    ObjectPattern: ({ properties }) => {
      for (const part of properties) {
        if (part.type !== 'Property') continue
        const [from, bound] = [nameOf(part.key) ?? '', namesBound(part.value)]
        if (!check.linkNames.has(from)) continue
        if (bound.some((name) => addressName.test(name))) check.report(part)
      }
    },
    VariableDeclarator: ({ id, init }) => {
      if (!init) return
      if (id.type === 'Identifier') return bind(id.name, init)
      const isAddress = namesBound(id).some((name) => addressName.test(name))
      if (id.type === 'ArrayPattern' && isAddress) refuseLinks(check, init)
    },
    FunctionDeclaration: ({ id, body }) => {
      if (!body || !strictName.test(id?.name ?? '')) return
      for (const value of returnsOf(body)) requireOwn(check, value)
    },
  }).visit(check.source.program)
}

function requireOwn(check: Check, value: ESTree.Node): void {
  if (value.type === 'AssignmentPattern' || value.type === 'ObjectPattern') return
  if (!isOwn(check, value)) check.report(value)
  else refuseLinks(check, value)
}

/** True if the expression is an address of this program by its form. */
function isOwn(check: Check, expression: ESTree.Node): boolean {
  const node = bareOf(expression)
  const each = (...nodes: ESTree.Node[]) => nodes.every((one) => isOwn(check, one))
  switch (node.type) {
    case 'Literal':
      return typeof node.value !== 'string' || ownLiteral.test(node.value)
    case 'TemplateLiteral': {
      const [first] = node.expressions
      const start = node.quasis[0]?.value.raw ?? ''
      return start === '' && first ? isOwn(check, first) : ownStart.test(start)
    }
    case 'BinaryExpression':
      return node.operator === '+' && each(node.left)
    case 'ConditionalExpression':
      return each(node.consequent, node.alternate)
    case 'LogicalExpression':
      return node.operator === '&&' ? each(node.right) : each(node.left, node.right)
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? each(...returnsOf(node.body)) : each(node.body)
    case 'ObjectExpression':
      return node.properties.every((part) => part.type === 'Property' && each(part.value))
    case 'CallExpression':
      return addressFunctions.includes(nameOf(node.callee) ?? '')
    case 'Identifier':
      return isOwnName(check, node.name)
    case 'MemberExpression':
      return isOwnMember(check, node)
    default:
      return false
  }
}

function isOwnName(check: Check, name: string): boolean {
  if (name === 'undefined' || addressName.test(name)) return true
  const value = check.constants.get(name)
  if (!value) return false
  // A constant that names itself has no form.
  const otherConstants = new Map([...check.constants].filter(([other]) => other !== name))
  return isOwn({ ...check, constants: otherConstants }, value)
}

/** `row.href`, or one of a list of addresses: `screens[kind]`. */
function isOwnMember(check: Check, node: ESTree.MemberExpression): boolean {
  const owner = nameOf(node.object) ?? ''
  if (node.computed) return isOwn(check, node.object)
  // `search.to` is a parameter of the address.
  return !/^(search|query|params)$/.test(owner) && addressName.test(nameOf(node) ?? '')
}

/** Reports each link of a record or an address in a value, unless it passes `internalPath`. */
function refuseLinks(check: Check, expression: ESTree.Node): void {
  const node = bareOf(expression)
  if (node.type === 'Identifier') {
    if (check.linkNames.has(node.name)) check.report(node)
  } else if (node.type === 'MemberExpression') {
    if (node.computed) refuseLinks(check, node.object)
    else if (check.linkNames.has(nameOf(node) ?? '')) check.report(node)
  } else if (node.type === 'CallExpression') {
    if (nameOf(node.callee) === 'internalPath') return
    // `link.split('?')` reads the link, and `f(link)` may return it.
    if (node.callee.type === 'MemberExpression') refuseLinks(check, node.callee.object)
    for (const argument of node.arguments) refuseLinks(check, argument)
  } else {
    for (const part of partsOf(node)) refuseLinks(check, part)
  }
}

function partsOf(node: ESTree.Node): ESTree.Node[] {
  if (node.type === 'TemplateLiteral') return node.expressions
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate]
  if (node.type === 'LogicalExpression' || node.type === 'BinaryExpression') {
    return [node.left, node.right]
  }
  if (node.type === 'ArrowFunctionExpression') {
    return node.body.type === 'BlockStatement' ? returnsOf(node.body) : [node.body]
  }
  return node.type === 'SpreadElement' || node.type === 'AwaitExpression' ? [node.argument] : []
}

/** The file and name of a function that is called in a file, which may import it. */
function functionKey({ path, imports }: Source, name: string): string {
  for (const { target, names } of imports) {
    const found = names.find(({ local }) => local === name)
    if (found) return `${target} ${found.imported}`
  }
  return `${path} ${name}`
}

/** Functions with parameters that are addresses: `linkTo(group, label, href)`. */
function addressParametersOf(sources: readonly Source[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  const add = (path: string, name: string | undefined, params: readonly ESTree.Node[]) => {
    const places = params.flatMap((each, place) => {
      return namesBound(each).some((bound) => addressName.test(bound)) ? [place] : []
    })
    const key = `${path} ${name}`
    if (places.length > 0) found.set(key, [...(found.get(key) ?? []), ...places])
  }
  for (const { path, program } of sources) {
    new Visitor({
      FunctionDeclaration: ({ id, params }) => add(path, id?.name, params),
      VariableDeclarator: ({ id, init }) => {
        if (init?.type === 'ArrowFunctionExpression') add(path, nameOf(id), init.params)
      },
    }).visit(program)
  }
  return found
}
