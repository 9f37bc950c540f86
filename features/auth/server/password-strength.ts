import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

// How many guesses a password stands, as zxcvbn estimates them (Wheeler, USENIX Security 2016).

/** Of five grades from 0: below a million guesses, which a patient stranger makes. */
const leastScore = 2

/**
 * The estimate takes time that grows with the square of the length, and longer, so a long password
 * is judged by its two ends: it is as strong as the stronger one at least.
 */
const mostAtOnce = 24

let estimator: Promise<ZxcvbnFactory> | undefined

/** The dictionaries take a third of a second to read: the first password that is set pays. */
async function load(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
}

/**
 * Why a password is easy to guess for who knows some words of the person, the company and the
 * product; undefined where it is not.
 */
export async function easeOf(
  password: string,
  known: readonly string[],
): Promise<string | undefined> {
  estimator ??= load()
  const zxcvbn = await estimator
  const text = password.normalize('NFKC')
  const ends = [text.slice(0, mostAtOnce), text.slice(-mostAtOnce)]
  const judged = [...new Set(ends)].map((end) => zxcvbn.check(end, wordsIn(known)))
  if (judged.some(({ score }) => score >= leastScore)) return undefined
  const { sequence } = zxcvbn.check(text.slice(0, mostAtOnce).toLowerCase())
  const isListed = sequence.length === 1 && sequence[0]?.['dictionaryName'] === 'passwords-common'
  return isListed
    ? 'This password is on lists of common passwords. Choose another'
    : 'This password is easy to guess. Use several words or more characters'
}

/** Each word by itself, and the first ones joined, as somebody would try them. */
function wordsIn(texts: readonly string[]): string[] {
  const all = texts.flatMap((text) => {
    const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    return [text, ...words, ...words.map((_, place) => words.slice(0, place + 1).join(''))]
  })
  return [...new Set(all.map((word) => word.toLowerCase()))].filter((word) => word.length >= 3)
}
