import { expect, test } from 'vitest'
import { holdReasonLabel, onHoldText } from './hold-labels.ts'

test.each([
  ['credit', 'Credit', 'on hold for credit'],
  ['margin', 'Margin', 'on hold for margin'],
  ['duplicate', 'Possible duplicate', 'on hold as a possible duplicate'],
  ['manual', 'Other reason', 'on hold'],
  ['parked', 'Parked', 'parked as a possible duplicate'],
])('the hold reason %s is called %s, and its order is %s', (reason, label, text) => {
  expect([holdReasonLabel(reason), onHoldText(reason)]).toEqual([label, text])
})
