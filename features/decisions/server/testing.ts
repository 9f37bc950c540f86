import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Decision, DecisionSummary } from '../contract.ts'

/** A stored receipt; `orderId` is null for a validation and for a refused order. */
type ReceiptRow = {
  id: number
  kind: string
  orderId: number | null
  channel: string
  canonical: string
  sha256: string
}

/** Calls that must succeed, as this user by default, and the stored receipts. */
export function decisionFixture(prizm: TestApp, as: string) {
  const post = async (path: string, body: object = {}, by = as) => {
    const answer = await prizm.call('POST', `/api/${path}`, { as: by, body })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.body === '' ? undefined : answer.json()
  }
  /** A call that must be refused; returns its problem document. */
  const refused = async (path: string, body: object, by = as) => {
    const answer = await prizm.call('POST', `/api/${path}`, { as: by, body })
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
    return answer.json()
  }
  const read = async (id: number, by = as): Promise<Decision> => {
    const answer = await prizm.call('GET', `/api/decisions/${id}`, { as: by })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const decisionsOf = async (orderId: number, by = as): Promise<DecisionSummary[]> => {
    const answer = await prizm.call('GET', `/api/sales-orders/${orderId}/decisions`, { as: by })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().decisions
  }
  const receipts = () =>
    prizm.rows<ReceiptRow>(`select id, kind, sales_order_id as "orderId", channel, canonical,
      encode(sha256, 'hex') as sha256 from decision_receipts order by id`)
  const context = (): Context => ({
    db: prizm.database.db,
    user: undefined,
    now: prizm.clock.now,
    requestId: 'w',
    channel: 'worker',
  })
  return { post, refused, read, decisionsOf, receipts, context }
}
