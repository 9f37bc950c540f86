import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { Refusal } from '#platform/kernel/refusal.ts'
import { createThread } from './thread.ts'

const ended = () => new Refusal('tooLarge', 'ended', 'The thread ended')

test('a thread that exits right after start ends its job; the next gets a new one', async () => {
  let opened = 0
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage('up')
    Atomics.store(workerData, 0, 1)
    Atomics.notify(workerData, 0)
    process.exit(0)`
  const open = () => {
    opened += 1
    const flag = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(code, { eval: true, workerData: flag })
    // The main thread is busy, so that the message and the exit are both there when it looks.
    Atomics.wait(flag, 0, 0)
    Atomics.wait(flag, 0, 1, 20)
    return worker
  }
  const manyWait = () => new Refusal('tooMany', 'many', 'Many wait')
  const run = createThread<number, number>({ open, waiting: 20, limitMs: 600_000, ended, manyWait })
  const jobs = Array.from({ length: 20 }, (_, index) => run(index))
  const outcomes = await Promise.allSettled(jobs)
  expect(outcomes.map((each) => each.status === 'rejected' && each.reason)).toEqual(
    Array.from({ length: 20 }, ended),
  )
  expect(opened).toBe(20)
})
