import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const css = readFileSync(fileURLToPath(new URL('../../../app/tokens.css', import.meta.url)), 'utf8')
const light = tokensOf(':root {')
const themes = { light, dark: { ...light, ...tokensOf("[data-theme='dark'] {") } }

const grounds = ['bg', 'surface', 'surface-2', 'hover', 'selected']
const plain = ['text', 'text-muted', 'text-subtle', 'accent', 'link']
const texts = plain.concat(['danger', 'success', 'warning', 'info'])
const badges = ['pending', 'processing', 'success', 'cancelled', 'draft']

/** Text on its background: at least 4.5 to 1. */
const read: readonly [string, string][] = [
  ...texts.flatMap((text) => grounds.map((ground): [string, string] => [text, ground])),
  ...badges.map((badge): [string, string] => [`${badge}-fg`, `${badge}-bg`]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['sidebar-text', 'sidebar'],
  ['sidebar-text', 'sidebar-active'],
  ['sidebar-muted', 'sidebar'],
]

/** Non-text elements, such as the border of a field: at least 3 to 1. */
const nonTextPairs: readonly [string, string][] = [
  ...['border-control', 'focus'].flatMap((edge) =>
    grounds.map((ground): [string, string] => [edge, ground]),
  ),
  ['sidebar-focus', 'sidebar'],
  ['sidebar-focus', 'sidebar-active'],
  ...[1, 2, 3, 4, 5].map((place): [string, string] => [`chart-${place}`, 'surface']),
  ...[1, 2, 3, 4].map((place): [string, string] => [`aging-${place}`, 'surface']),
]

describe.each(Object.entries(themes))('in the %s theme', (_, tokens) => {
  test.each(read)('%s is read on %s', (text, ground) => {
    expect(contrast(tokens, text, ground)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(nonTextPairs)('%s is seen on %s', (edge, ground) => {
    expect(contrast(tokens, edge, ground)).toBeGreaterThanOrEqual(3)
  })
})

/** The colors of one block of the tokens. */
function tokensOf(opening: string): Record<string, string> {
  const start = css.indexOf(opening)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  )
}

/** The WCAG 2 contrast ratio of two tokens. */
function contrast(tokens: Record<string, string>, one: string, other: string): number {
  const [dark = 0, bright = 0] = [one, other]
    .map((name) => luminance(tokens[name] ?? ''))
    .toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
