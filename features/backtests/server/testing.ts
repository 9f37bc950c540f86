import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import { decisionFixture } from '#features/decisions/server/testing.ts'
import type { Backtest } from '../contract.ts'
import { createBacktestRunner } from './run-backtests.ts'

/** Calls of backtests, as this user by default, and the runs of the worker. */
export function backtestFixture(prizm: TestApp, as: string) {
  const { context } = decisionFixture(prizm, as)
  const queue = (body: object, by = as) => prizm.call('POST', '/api/backtests', { as: by, body })
  const read = async (id: number, by = as): Promise<Backtest> => {
    const answer = await prizm.call('GET', `/api/backtests/${id}`, { as: by })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const cancel = (id: number, by = as) =>
    prizm.call('POST', `/api/backtests/${id}/cancel`, { as: by })
  /** Runs the next one that waits, as the worker does. */
  const work = async (): Promise<void> => {
    const runner = createBacktestRunner()
    await runner.start(context())
    await runner.idle()
  }
  /** Queues a draft, runs it, and reads what came of it. */
  const tried = async (body: object, by = as): Promise<Backtest> => {
    const queued = await queue(body, by)
    expect(queued.statusCode, queued.body).toBe(201)
    expect(queued.json()).toMatchObject({ state: 'waiting', total: 0, done: 0, result: null })
    await work()
    return read(queued.json<Backtest>().id, by)
  }
  return { queue, read, cancel, work, tried, context }
}
