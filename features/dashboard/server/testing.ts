import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import type { FirstSteps } from '../contract.ts'

const path = '/api/first-steps'

/** The first steps of an empty database. */
export const noStepsDone: FirstSteps = {
  isHidden: false,
  beginning: 'open',
  failure: null,
  step: 0,
  steps: 5,
  hasCompany: false,
  hasTaxAndShipping: false,
  hasCustomers: false,
  hasVendors: false,
  hasSkus: false,
  hasWarehouse: false,
  hasUsers: false,
}

/** Calls of the first steps, and a count of rows. */
export function firstStepsFixture(prizm: TestApp, as: string) {
  const steps = async (): Promise<FirstSteps> => {
    const answer = await prizm.call('GET', path, { as })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<FirstSteps>()
  }
  const begin = (choice: 'demo' | 'empty', who = as) =>
    prizm.call('POST', `${path}/beginning`, { as: who, body: { with: choice } })
  const count = async (what: string): Promise<number> => {
    const found = await prizm.database.pool.query<{ n: number }>(
      `select count(*) as n from ${what}`,
    )
    return Number(found.rows[0]?.n)
  }
  const refusal = async (choice: 'demo' | 'empty'): Promise<string> => {
    const answer = await begin(choice)
    expect(answer.statusCode, answer.body).toBe(409)
    return answer.json<{ detail: string }>().detail
  }
  return { steps, begin, count, refusal }
}
