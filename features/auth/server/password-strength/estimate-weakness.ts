import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

// Estimates password strength with zxcvbn (Wheeler, USENIX Security 2016). Only the worker thread
// imports this file: the dictionaries occupy 40 MB.

/** Minimum grade of five, from 0; grades below it take less than a million guesses. */
const minScore = 2

/**
 * The estimate's run time grows at least with the square of the length, so a long password is
 * graded by its two ends: it is at least as strong as the stronger one.
 */
const maxPart = 24

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
})

/**
 * Why a password is easy to guess, given words about the user, the company and the product;
 * undefined if it is strong enough.
 */
export function estimateWeakness(
  password: string,
  contextWords: readonly string[],
): string | undefined {
  const text = password.normalize('NFKC')
  const parts = [text.slice(0, maxPart), text.slice(-maxPart)]
  const estimates = [...new Set(parts)].map((end) => zxcvbn.check(end, wordsIn(contextWords)))
  if (estimates.some(({ score }) => score >= minScore)) return undefined
  const { sequence } = zxcvbn.check(text.slice(0, maxPart).toLowerCase())
  const isListed = sequence.length === 1 && sequence[0]?.['dictionaryName'] === 'passwords-common'
  return isListed
    ? 'This password is on lists of common passwords. Choose another'
    : 'This password is easy to guess. Use several words or more characters'
}

/** Each text, its words, and its first words joined, as an attacker would combine them. */
function wordsIn(texts: readonly string[]): string[] {
  const all = texts.flatMap((text) => {
    const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    return [text, ...words, ...words.map((_, index) => words.slice(0, index + 1).join(''))]
  })
  return [...new Set(all.map((word) => word.toLowerCase()))].filter((word) => word.length >= 3)
}
