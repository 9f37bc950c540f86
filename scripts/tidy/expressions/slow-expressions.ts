import { type ESTree, Visitor } from 'vite'
import { isTest, lineOf, type Source } from '../sources.ts'

/**
 * Exponential patterns are slow on the short texts, patterns of cubic time on the long ones. Of
 * quadratic time 2,000 characters take some milliseconds, which is accepted: fields are short, and
 * files are read by scanners.
 */
const lengths = [26, 40, 300, 2000]
const limitMs = 200
const signs = 'a A 1 0 . , - _ @ / \\ " ( < * ~ ='.split(' ')
const pieces = [...signs, ' ', '\n', '\r\n', 'a ', 'a.', '1,', '\u0301']

/** Texts of one length that make careless patterns backtrack: repetitions, with a misfit or not. */
function textsOf(length: number): string[] {
  return pieces.flatMap((piece) => {
    const repeated = piece.repeat(Math.ceil(length / piece.length))
    return [repeated, `${repeated}!`, `"${repeated}`, `"${repeated}!`]
  })
}

const texts = lengths.flatMap(textsOf)

/** Regular expressions of the program that take long on some text of up to 2,000 characters. */
export function slowExpressionViolations(sources: readonly Source[]): string[] {
  const isFast = new Map<string, boolean>()
  return sources
    .filter(({ path }) => !isTest(path) && /^(app|features|platform|db)\//.test(path))
    .flatMap((source) =>
      literalsOf(source).flatMap(({ raw, expression, line }) => {
        const known = isFast.get(raw) ?? texts.every((text) => isFastOn(expression, text))
        isFast.set(raw, known)
        return known ? [] : [`${source.path}:${line} ${raw} takes long on some text`]
      }),
    )
}

type Found = { raw: string; expression: RegExp; line: number }

function literalsOf({ program, text }: Source): Found[] {
  const found: Found[] = []
  const check = (node: ESTree.Node) => {
    if (!('regex' in node)) return
    const { pattern, flags } = node.regex
    const raw = `/${pattern}/${flags}`
    found.push({ raw, expression: new RegExp(pattern, flags), line: lineOf(text, node.start) })
  }
  new Visitor({ Literal: check }).visit(program)
  return found
}

/** Time of the processor, so that a busy machine makes no expression slow. */
function isFastOn(expression: RegExp, text: string): boolean {
  const start = process.cpuUsage()
  text.replace(expression, '')
  const { user } = process.cpuUsage(start)
  return user / 1000 <= limitMs
}
