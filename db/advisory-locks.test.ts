import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, readSources } from '../scripts/tidy/sources.ts'

// Two subjects with one advisory lock would wait for each other. A lock with a second number, such
// as that of a user, is another one than that of its first number alone.

const numbers = /\b727_?2\d\d\b(, \$)?/g

test('each advisory lock has a number of its own', () => {
  const sources = readSources(join(import.meta.dirname, '..')).filter(({ path }) => !isTest(path))
  const used = sources.flatMap(({ path, text }) => {
    const found = [...text.matchAll(numbers)]
    return found.map(([number = '']) => [number.replace('_', ''), path] as const)
  })
  expect(used.length).toBeGreaterThan(12)
  const paths = new Map<string, string[]>()
  for (const [number, path] of used) paths.set(number, [...(paths.get(number) ?? []), path])
  expect([...paths].filter(([, each]) => each.length > 1)).toEqual([])
})
