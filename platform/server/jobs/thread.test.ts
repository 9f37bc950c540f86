import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { Refusal } from '#platform/kernel/refusal.ts'
import { createThread } from './thread.ts'

const ended = () => new Refusal('tooLarge', 'ended', 'The thread ended')

test('the job of a thread that exits once it is ready ends, and the next job runs', async () => {
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

test('an idle thread ends, and a job that arrives meanwhile runs in the next one', async () => {
  const double = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', (task) => parentPort.postMessage({ value: task * 2 }))
    parentPort.postMessage('up')`
  const workers: Worker[] = []
  const during: Promise<number>[] = []
  const ends: Promise<unknown>[] = []
  const open = () => {
    const worker = new Worker(double, { eval: true })
    ends.push(once(worker, 'exit'))
    const terminate = worker.terminate.bind(worker)
    worker.terminate = () => {
      if (workers.length === 1) during.push(run(3), run(4))
      return terminate()
    }
    workers.push(worker)
    return worker
  }
  const manyWait = () => new Refusal('tooMany', 'many', 'Many wait')
  const parts = { open, waiting: 20, limitMs: 600_000, ended, manyWait }
  const run = createThread<number, number>({ ...parts, idleMs: 0 })
  expect(await Promise.all([run(1), run(2)])).toEqual([2, 4])
  expect(workers).toHaveLength(1)
  await ends[0]
  expect(await Promise.all(during)).toEqual([6, 8])
  await ends[1]
  expect(workers).toHaveLength(2)
})

test('those who are not signed in have a limit in common, and the program has none', async () => {
  const code = `require('node:worker_threads').parentPort.postMessage('up')`
  const manyWait = () => new Refusal('tooMany', 'many', 'Many wait')
  const open = () => new Worker(code, { eval: true })
  const run = createThread<number, number>({ open, waiting: 2, limitMs: 600_000, ended, manyWait })
  const owners = (['anonymous', 'program'] as const).flatMap((owner) => [owner, owner, owner])
  // One job of the program is running, so that all others wait.
  const outcomes = await Promise.allSettled(
    ['program' as const, ...owners].map((who) => run(1, who)),
  )
  const reasons = outcomes.map((each) => each.status === 'rejected' && each.reason.code)
  expect(reasons).toEqual(['ended', 'ended', 'ended', 'many', 'ended', 'ended', 'ended'])
})
