import fastify from 'fastify'
import { expect, test } from 'vitest'
import { send, textOfAnswer } from '../http/send-answer.ts'

// Whole lists yield to the event loop, so that other requests are served in between. Turns of
// the loop are counted, because times depend on the machine.

const chunks = 40

/** Counts the turns of the event loop until `end`. */
function countTurns(): { now: () => number; end: () => void } {
  let count = 0
  let next = setImmediate(function turn() {
    count += 1
    next = setImmediate(turn)
  })
  return { now: () => count, end: () => clearImmediate(next) }
}

/** Chunks that are all in memory: reading them never waits for a database. */
async function* inMemory<Chunk>(chunk: Chunk, onRead: () => void): AsyncGenerator<Chunk> {
  for (let place = 0; place < chunks; place++) {
    onRead()
    yield chunk
  }
}

type Answer = (onRead: () => void) => unknown

const answers: [string, Answer][] = [
  ['a list', (onRead) => ({ stream: inMemory([{ id: 1 }, { id: 2 }], onRead) })],
  ['a file', (onRead) => ({ mediaType: 'text/csv', pieces: inMemory('a,b\r\n', onRead) })],
]

test.each(answers)('no two chunks of %s are sent in one turn', async (_what, answerOf) => {
  const app = fastify()
  const turns = countTurns()
  const readIn: number[] = []
  app.get('/', async (_request, reply) =>
    send(
      reply,
      200,
      answerOf(() => readIn.push(turns.now())),
    ),
  )
  const answer = await app.inject('/')
  turns.end()
  expect(answer.statusCode).toBe(200)
  expect(readIn).toHaveLength(chunks)
  expect(new Set(readIn).size).toBe(chunks)
  await app.close()
})

test('no two chunks of a report that is saved are read in one turn', async () => {
  const turns = countTurns()
  const readIn: number[] = []
  const stream = inMemory([{ id: 1 }], () => readIn.push(turns.now()))
  const text = await textOfAnswer({ stream }, 10_000)
  turns.end()
  expect(JSON.parse(text)).toHaveLength(chunks)
  expect(new Set(readIn).size).toBe(chunks)
})
