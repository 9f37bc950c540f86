import { type ESTree, Visitor } from 'vite'
import { projectFolder } from './project-folder.mjs'
import { isTest, lineOf, readSources, type Source } from './tidy/sources.ts'

// Prints all user-visible texts with their locations, for reviewing the wording: `npx tsx
// scripts/screen-strings.ts`, optionally with a path prefix.

const screenPaths = /^(app|features|platform\/(kernel|server|ui|web))\//
/** True for words separated by spaces, but not for class names, URLs, patterns and SQL. */
function isSentence(text: string): boolean {
  if (!/[A-Za-z]{2,} [A-Za-z]/.test(text)) return false
  return !/^[a-z-]+(:|\[)|^[#/.]|[{}<>=$]/.test(text) && !isSql(text)
}

/** True for statements and for fragments with a cast, an alias, a function or a table column. */
function isSql(text: string): boolean {
  const isStatement = /^(select|insert|update|delete|with|case|exists) /.test(text)
  return isStatement || /::|\bas "|[a-z]\(|\b[a-z]\.[a-z_]+\b/.test(text)
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
