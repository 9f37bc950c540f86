import { expect, test } from 'vitest'
import { allCalls } from '../all-api-calls.ts'
import { specimenOf } from './sample-bodies.ts'
import { callsWithSetup } from './call-setups.ts'

test('every call with a body has a valid sample', () => {
  const facts = { customerId: 1, skuId: 1 }
  const hasSpecimen = (name: string) =>
    callsWithSetup.has(name) || specimenOf(name, facts, 1) !== undefined
  const taking = allCalls().filter(({ fields }) => fields !== undefined)
  expect(taking.length).toBeGreaterThan(100)
  expect(taking.map(({ name }) => name).filter((name) => !hasSpecimen(name))).toEqual([])
})
