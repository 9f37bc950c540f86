import { expect, test } from 'vitest'
import { toneOf } from './StatusBadge.tsx'

test.each([
  ['pending', 'pending'],
  ['submitted', 'pending'],
  ['degraded', 'pending'],
  ['of a partner nobody knows', 'pending'],
  ['constructor', 'pending'],
  ['processing', 'processing'],
  ['shipped', 'success'],
  ['delivered', 'success'],
  ['approved', 'success'],
  ['received', 'success'],
  ['completed', 'success'],
  ['posted', 'success'],
  ['active', 'success'],
  ['healthy', 'success'],
  ['cancelled', 'cancelled'],
  ['rejected', 'cancelled'],
  ['on hold', 'cancelled'],
  ['unhealthy', 'cancelled'],
  ['ended with errors', 'cancelled'],
  ['draft', 'draft'],
  ['inactive', 'draft'],
  ['unknown', 'draft'],
  ['open', 'success'],
  ['closing', 'processing'],
  ['closed', 'locked'],
])('%s has the style of %s, in upper and lower case', (status, tone) => {
  const mixed = status.replace(/\b\w/g, (letter) => letter.toUpperCase())
  expect([status, status.toUpperCase(), mixed].map(toneOf)).toEqual([tone, tone, tone])
})
