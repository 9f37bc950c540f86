import { expect, test } from 'vitest'
import { readLines } from './read-lines.ts'

const streamOf = (pieces: readonly Uint8Array[], onCancel?: () => void) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      if (!onCancel) controller.close()
    },
    ...(onCancel && { cancel: onCancel }),
  })
const bytes = (text: string) => new TextEncoder().encode(text)

test('lines are complete wherever the stream was cut, also within a character', async () => {
  const all = bytes('{"a":"Müller"}\n{"b":2}\nlast')
  const pieces = [all.slice(0, 8), all.slice(8, 20), all.slice(20)]
  const lines: string[] = []
  for await (const line of readLines(streamOf(pieces))) lines.push(line)
  expect(lines).toEqual(['{"a":"Müller"}', '{"b":2}', 'last'])
})

test('who stops reading cancels the stream', async () => {
  let isCancelled = false
  const stream = streamOf([bytes('1\n2\n')], () => {
    isCancelled = true
  })
  for await (const line of readLines(stream)) if (line === '1') break
  expect(isCancelled).toBe(true)
})
