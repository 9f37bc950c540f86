import { expect, test } from 'vitest'
import { gatewayMessage } from './gateway-error.ts'

test.each([
  ['a text', 'upstream is away', 'upstream is away'],
  ['a page with a heading', '<html><title>x</title><h1>502 Bad Gateway</h1>', 'Bad Gateway'],
  ['a page with a title', '<!doctype html>\n<TITLE>Bad\n Gateway</TITLE><p>nginx', 'Bad Gateway'],
  ['a page with neither', '<p>nginx</p>', undefined],
  ['a message', '{"message":"no healthy upstream"}', 'no healthy upstream'],
  ['an error', '{"status":502,"error":"Bad Gateway"}', 'Bad Gateway'],
  ['JSON without words', '{"error":{"code":7}}', undefined],
  ['a list', '[1,2]', undefined],
  ['a text in quotes', '"away"', '"away"'],
  ['nothing', '  ', undefined],
  ['a long text', 'x'.repeat(1000), 'x'.repeat(300)],
] as const)('of a failed answer %s is told in words', (_, body, sentence) => {
  expect(gatewayMessage(body, 502)).toBe(sentence)
})
