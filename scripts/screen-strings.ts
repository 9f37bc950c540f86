import { type ESTree, Visitor } from 'vite'
import { projectFolder } from './project-folder.mjs'
import { isTest, lineOf, readSources, type Source } from './tidy/sources.ts'

// Prints all user-visible texts with their locations, for reviewing the wording: `npx tsx
// scripts/screen-strings.ts`, optionally with a path prefix.

const screenPaths = /^(app|features|platform\/(kernel|server|ui|web))\//
/** True for words separated by spaces, but not for class names, URLs, patterns, SQL and X12. */
function isSentence(text: string): boolean {
  if (!/[A-Za-z]{2,} [A-Za-z]/.test(text)) return false
  if (/^[a-z-]+(:|\[)|^[#/.]|[{}<>=$]/.test(text)) return false
  return !isSql(text) && !isClassList(text) && !isX12(text)
}

const sqlStart =
  /^(select|insert|update|delete|with|case|exists|grant|on conflict|(… )*(left join|order by)) /
const sqlLock =
  /^(for no key update|no key update|nulls (first|last)|(rollback|release).* savepoint)/
const sqlTest = /\bis (not )?null\b|\bin \(['…]|\bbetween \d|\bcollate "|…? from … where /

/**
 * True for statements and for fragments with a cast, an alias, a function, a condition, a column or
 * a table: names of the database have underscores, a table has an alias of one letter.
 */
function isSql(text: string): boolean {
  if (sqlStart.test(text) || sqlLock.test(text) || sqlTest.test(text)) return true
  return /::|\bas "|[a-z]\(|\b[a-z]\.[a-z_]+\b|\b[a-z]+_[a-z_]+\b|^[a-z]+ [a-z]$/.test(text)
}

const prefixes = 'bg text border rounded font p[xytblr]? m[xytblr]? w h gap min max size grid items'
const className = new RegExp(`^([a-z-]+:)*-?(${prefixes.replaceAll(' ', '|')})-\\S+$`)

/** True for CSS classes: lower case only, at least one with a value, such as `px-2`. */
function isClassList(text: string): boolean {
  const words = text.split(' ')
  return (
    words.every((word) => /^[a-z\d:[\]()/.%_-]+$/.test(word)) &&
    words.some((word) => className.test(word))
  )
}

/** True for the grammar and the code lists of X12 sets: `BEG! CUR REF* PER:3 [N1:200 N2:2]`. */
function isX12(text: string): boolean {
  const words = text.split(' ')
  return (
    words.length > 2 && words.every((word) => /^\[*([A-Z\d]{2,3}[!*]?(:\d+)?|…)\]*$/.test(word))
  )
}

function isLabel(text: string): boolean {
  return /^[A-Z][a-z]+( [A-Za-z]+)*[.…?!]?$/.test(text)
}

/** The user-visible texts of one file. */
export function textsOf({ path, text, program }: Source): string[] {
  const found: string[] = []
  let classesEnd = 0
  const add = (value: string, { start }: ESTree.Node) => {
    const words = value.replaceAll(/\s+/g, ' ').trim()
    if (start < classesEnd || !(isSentence(words) || isLabel(words))) return
    found.push(`${path}:${lineOf(text, start)} ${words}`)
  }
  new Visitor({
    JSXAttribute: ({ name, end }) => {
      if (name.type === 'JSXIdentifier' && /class/i.test(name.name)) classesEnd = end
    },
    JSXText: (node) => add(node.value, node),
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.value, node)
    },
    TemplateLiteral: (node) => add(node.quasis.map(({ value }) => value.raw).join('…'), node),
  }).visit(program)
  return found
}

if (process.argv[1]?.endsWith('screen-strings.ts')) {
  const from = process.argv[2] ?? ''
  const sources = readSources(projectFolder).filter(
    ({ path }) => screenPaths.test(path) && !isTest(path) && path.startsWith(from),
  )
  console.log(sources.flatMap(textsOf).join('\n'))
}
