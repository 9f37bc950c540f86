import { expect, test } from 'vitest'
import { isTest, readSources } from '../../../scripts/tidy/sources.ts'
import { problemCodes } from '../../api-description/problem-codes.ts'

const sources = readSources(process.cwd()).filter(
  ({ path }) => /^(?:features|platform|app)\//.test(path) && !isTest(path),
)
const texts = sources
  .filter(({ path }) => !path.endsWith('/problem-codes.ts'))
  .map(({ text }) => text)

test('each code that a refusal is made with is in the list of the OpenAPI document', () => {
  const codes = texts.flatMap((text) =>
    [...text.matchAll(/new Refusal\(\s*'\w+',\s*'([\w-]+)'/g)].map(([, code = '']) => code),
  )
  expect(codes.length).toBeGreaterThan(150)
  expect([...new Set(codes)].filter((code) => !Object.hasOwn(problemCodes, code))).toEqual([])
})

test('each code of the list is one that the program may answer', () => {
  const unused = Object.keys(problemCodes).filter(
    (code) => !texts.some((text) => text.includes(`'${code}'`) || text.includes(`/${code}'`)),
  )
  expect(unused).toEqual([])
})
