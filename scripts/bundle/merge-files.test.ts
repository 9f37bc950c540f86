import { expect, test } from 'vitest'
import { type BuiltFile, mergeFiles } from './merge-files.ts'

const fileOf = (name: string, size: number, others: Partial<BuiltFile> = {}): BuiltFile => {
  return { name, size, imports: [], part: 'screens', ...others }
}
/** A page that may load so many files less than it needs, and is not merged itself. */
const page = (imports: readonly string[]) => fileOf('page', 1, { imports, isFixed: true })
const load = (file: string, weight = 1) => ({ files: [file], weight })

test('the two files are merged that add the fewest bytes to what else is loaded', () => {
  const files = [page(['a', 'b', 'c']), fileOf('a', 100), fileOf('b', 10), fileOf('c', 20)]
  const ofPage = { files: ['page'], weight: 1, atMost: 3 }
  // a and b: 110 bytes; a and c: 120; b and c: 30.
  expect(mergeFiles(files, [ofPage, load('a'), load('b'), load('c')])).toEqual([['b', 'c']])
  // a and b: 1010 bytes; a and c: 120; b and c: 210.
  expect(mergeFiles(files, [ofPage, load('a'), load('b', 10), load('c')])).toEqual([['a', 'c']])
})

test('what the other file imports counts, too', () => {
  const files = [
    page(['a', 'b', 'c']),
    fileOf('a', 1),
    fileOf('b', 2, { imports: ['large'] }),
    fileOf('c', 3),
    fileOf('large', 1000, { isFixed: true }),
  ]
  const ofPage = { files: ['page'], weight: 1, atMost: 4 }
  expect(mergeFiles(files, [ofPage, load('a'), load('b'), load('c')])).toEqual([['a', 'c']])
})

test('a byte counts more, the fuller a page is beside what is there already', () => {
  const files = [page(['a', 'b', 'c']), ...['a', 'b', 'c'].map((name) => fileOf(name, 10))]
  const ofPage = { files: ['page'], weight: 1, atMost: 3 }
  const full = { ...load('a'), beside: { files: [], atMost: 10 } }
  expect(mergeFiles(files, [ofPage, full, load('b'), load('c')])).toEqual([['b', 'c']])
  // What is there already costs nothing.
  const there = { ...load('a'), beside: { files: ['b'], atMost: 10 } }
  expect(mergeFiles(files, [ofPage, there, load('c', 9)])).toEqual([['a', 'b']])
})

test('files are merged until every page is within its limit, and no further', () => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(name, 1))
  const long = { files: ['a', 'b', 'c', 'd'], weight: 1, atMost: 2 }
  expect(mergeFiles(files, [long, { files: ['e'], weight: 1, atMost: 1 }])).toEqual([
    ['a', 'b', 'c'],
  ])
  expect(mergeFiles(files, [{ ...long, atMost: 4 }])).toEqual([])
})

test.each([
  [
    'with a third file between them',
    [
      fileOf('a', 1, { imports: ['between'] }),
      fileOf('between', 1, { imports: ['b'], isFixed: true }),
      fileOf('b', 1),
    ],
  ],
  ['of which one loads the other while it runs', [fileOf('a', 1, { lazyImports: ['b'] })]],
  ['of different parts of the program', [fileOf('a', 1, { part: 'sign-in' })]],
  ['of which one is fixed', [fileOf('a', 1, { isFixed: true })]],
])('two files %s are not merged', (_how, files) => {
  const all = files.length > 1 ? files : [...files, fileOf('b', 1)]
  const request = { files: ['a', 'b'], weight: 1, atMost: all.length - 1 }
  expect(() => mergeFiles(all, [request])).toThrow('No more files of a, b can be merged')
})
