import { type ESTree, Visitor } from 'vite'
import { isTest, lineOf, roomOf, type Source } from './sources.ts'
import { nameOf } from './table-owners.ts'

const amountNamePattern =
  /(amount|price|cost|balance|limit|credit|subtotal|revenue|total|shipping|exposure)(Amount)?$/i
const notAmounts =
  /(page|row|item|line|count|rate)\w*total$|^(page|row|time|rate|file|statement)\w*limit$|^limit$/i

/**
 * Money as a float, the clock read inside a rule, raw HTML, parts that hide a dialog while they
 * load, regular expressions made from data, calls that hold a transaction, writes whose following
 * step may fail unseen, days that a person would read as `2026-03-01`, and settings of the server
 * in code for browsers.
 */
export function forbiddenPatternViolations(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isTest(path) && /^(app|features|platform|db)\//.test(path))
    .flatMap((source) => [
      ...floatAmounts(source),
      ...directClockReads(source),
      ...rawHtml(source),
      ...hiddenOverflow(source),
      ...patternsFromData(source),
      ...callsInTransactions(source),
      ...swallowedErrors(source),
      ...rawDays(source),
      ...settingsInBrowser(source),
    ])
}

/** Amounts go in through `cents()` and out through `decimal()`, never through a float. */
function floatAmounts(source: Source): string[] {
  if (source.path === 'platform/kernel/money.ts') return []
  const found: string[] = []
  const report = (node: ESTree.Node, what: string) => {
    found.push(
      `${source.path}:${lineOf(source.text, node.start)} ${what}: use platform/kernel/money.ts`,
    )
  }
  new Visitor({
    CallExpression: (node) => {
      const name = nameOf(node.callee)
      if (name === 'parseFloat') report(node, 'parseFloat')
      if (name === 'toFixed' && isTwo(node.arguments[0])) report(node, 'toFixed(2)')
      const argument = node.arguments[0]
      if (
        node.callee.type === 'Identifier' &&
        name === 'Number' &&
        argument &&
        isAmount(argument)
      ) {
        report(node, 'an amount through Number()')
      }
    },
    UnaryExpression: (node) => {
      if (node.operator === '+' && isAmount(node.argument)) report(node, 'an amount through +')
    },
  }).visit(source.program)
  return found
}

function isTwo(node: ESTree.Node | undefined): boolean {
  return node?.type === 'Literal' && node.value === 2
}

function isAmount(node: ESTree.Node): boolean {
  const name = nameOf(node) ?? ''
  return amountNamePattern.test(name) && !notAmounts.test(name)
}

/** `now` comes with the context: rooms and the kernel never read the clock. */
function directClockReads(source: Source): string[] {
  if (!roomOf(source.path) && !source.path.startsWith('platform/kernel/')) return []
  if (source.path.endsWith('.tsx')) return []
  const found: string[] = []
  const report = (node: ESTree.Node) => {
    found.push(`${source.path}:${lineOf(source.text, node.start)} reads the clock; use ctx.now`)
  }
  new Visitor({
    NewExpression: (node) => {
      if (nameOf(node.callee) === 'Date' && node.arguments.length === 0) report(node)
    },
    CallExpression: (node) => {
      if (source.text.slice(node.callee.start, node.callee.end) === 'Date.now') report(node)
    },
  }).visit(source.program)
  return found
}

function rawHtml(source: Source): string[] {
  const pattern = /\b(dangerouslySetInnerHTML|innerHTML\s*=|insertAdjacentHTML|document\.write)/g
  return [...source.text.matchAll(pattern)].map(
    ({ index, 1: what }) => `${source.path}:${lineOf(source.text, index)} raw HTML: ${what}`,
  )
}

/** `React.lazy` suspends, which hides the dialog that uses it and loses its focus. */
function hiddenOverflow(source: Source): string[] {
  return [...source.text.matchAll(/\blazy\(/g)].map(
    ({ index }) =>
      `${source.path}:${lineOf(source.text, index)} lazy(): use platform/ui/page/LazyPart.tsx`,
  )
}

/** A pattern made from data can take quadratic time: scan the text, or write a literal. */
function patternsFromData(source: Source): string[] {
  const found: string[] = []
  const check = ({
    callee,
    arguments: args,
    start,
  }: ESTree.NewExpression | ESTree.CallExpression) => {
    if (nameOf(callee) !== 'RegExp') return
    const isLiteral = args.every(({ type }) => type === 'Literal')
    if (isLiteral) return
    const line = lineOf(source.text, start)
    found.push(`${source.path}:${line} RegExp of data: use a literal, or scan the text`)
  }
  new Visitor({ NewExpression: check, CallExpression: check }).visit(source.program)
  return found
}

/** Inside `inTransaction` there are no outgoing calls and no queries through the outer context. */
function callsInTransactions(source: Source): string[] {
  const found: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: args }) => {
      const [outer, work] = args
      if (nameOf(callee) !== 'inTransaction' || work?.type !== 'ArrowFunctionExpression') return
      const outerName = outer?.type === 'Identifier' ? outer.name : undefined
      const innerName = work.params[0]?.type === 'Identifier' ? work.params[0].name : undefined
      const isHidden = outerName === undefined || outerName === innerName
      found.push(
        ...externalCalls(source, work),
        ...(isHidden ? [] : outerContextUses(source, work, outerName)),
      )
    },
  }).visit(source.program)
  return found
}

function externalCalls(source: Source, work: ESTree.Node): string[] {
  const text = source.text.slice(work.start, work.end)
  return [...text.matchAll(/\bfetch\(/g)].map(
    ({ index }) =>
      `${source.path}:${lineOf(source.text, work.start + index)} fetch in a transaction`,
  )
}

/** A query through the outer context waits for its own transaction (a deadlock). */
function outerContextUses(source: Source, work: ESTree.Node, outer: string): string[] {
  const text = source.text.slice(work.start, work.end)
  const asDatabase = new RegExp(`(?<![.\\w])${outer}\\.db\\b(?!\\.\\$client)`, 'g')
  const asArgument = new RegExp(`(?<=[(,]\\s*)${outer}\\s*(?=[,)])`, 'g')
  return [...text.matchAll(asDatabase), ...text.matchAll(asArgument)].map(({ index }) => {
    const line = lineOf(source.text, work.start + index)
    return `${source.path}:${line} ${outer} inside its transaction; use the inner one`
  })
}

/** `fail` of `.then(ok, fail)` does not catch errors thrown in `ok`, which then go unnoticed. */
function swallowedErrors(source: Source): string[] {
  if (!/^(app|features)\//.test(source.path)) return []
  const found: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: args, start }) => {
      if (nameOf(callee) !== 'then' || args.length < 2) return
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'CallExpression') return
      if (nameOf(callee.object.callee) !== 'run') return
      const line = lineOf(source.text, start)
      found.push(`${source.path}:${line} run(…).then(ok, fail): await it in a try`)
    },
  }).visit(source.program)
  return found
}

const dayNamePattern = /(Date|Day|[a-z]dOn|sOn|rOn)$/
/** The end of a text before a value: `from `, `is due on `. */
const wordsBefore = /\p{Ll} $/u

/** A day in a sentence is formatted: the wire form is no text for people. */
function rawDays(source: Source): string[] {
  if (!/^(app|features)\//.test(source.path)) return []
  const found: string[] = []
  new Visitor({
    TemplateLiteral: ({ quasis, expressions }) => {
      expressions.forEach((expression, index) => {
        const isSentence = wordsBefore.test(quasis[index]?.value.raw ?? '')
        if (!isSentence || !isDay(expression)) return
        const line = lineOf(source.text, expression.start)
        found.push(`${source.path}:${line} a day as ISO text: use formatDay`)
      })
    },
    JSXExpressionContainer: ({ expression, start }) => {
      const isChild = source.text[start - 1] !== '='
      if (!isChild || expression.type !== 'MemberExpression' || !isDay(expression)) return
      found.push(`${source.path}:${lineOf(source.text, start)} a day as ISO text: use formatDay`)
    },
  }).visit(source.program)
  return found
}

function isDay(node: ESTree.Node): boolean {
  return (
    /^(Identifier|MemberExpression)$/.test(node.type) && dayNamePattern.test(nameOf(node) ?? '')
  )
}

/** Whatever the code for browsers reads of the environment of a build is copied into its files. */
function settingsInBrowser({ path, text }: Source): string[] {
  if (!/\/ui\/|^platform\/(web|kernel)\/|^app\/.*\.tsx$/.test(path)) return []
  return [...text.matchAll(/\bprocess\.env\b|\bimport\.meta\.env(?!\.PROD\b)/g)].map(
    ({ index }) => `${path}:${lineOf(text, index)} a setting of the server in code for browsers`,
  )
}
