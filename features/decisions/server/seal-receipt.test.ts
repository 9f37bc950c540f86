import { expect, test } from 'vitest'
import { decisionChange, hashOf, sealReceipt } from './seal-receipt.ts'

test('the hash is the SHA-256 of the UTF-8 bytes', () => {
  // echo -n 'é' | sha256sum
  expect(hashOf('é').toString('hex')).toBe(
    '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c',
  )
})

const draft = {
  kind: 'hold' as const,
  salesOrderId: 5,
  user: undefined,
  facts: { customerId: 7 },
  outcome: { verdict: 'held' as const, holdReason: 'manual', rules: [] },
}

test('the same facts have the same hash, whoever decides and when', () => {
  const one = sealReceipt(draft)
  const user = { id: 3, username: 'u', role: 'admin' }
  const other = sealReceipt({ ...draft, salesOrderId: 6, user })
  expect(one.canonical).toBe(
    '{"facts":{"customerId":7},"form":1,"kind":"hold",' +
      '"outcome":{"holdReason":"manual","rules":[],"verdict":"held"}}',
  )
  expect(other.sha256).toEqual(one.sha256)
})

test('another fact has another hash', () => {
  const changed = sealReceipt({ ...draft, facts: { customerId: 8 } })
  expect(changed.sha256).not.toEqual(sealReceipt(draft).sha256)
})

test('the history of the act has id and hash', () => {
  const receipt = { id: 12, ...sealReceipt(draft) }
  expect(decisionChange(receipt)).toEqual({
    decision: { from: null, to: { id: 12, sha256: hashOf(receipt.canonical).toString('hex') } },
  })
})
