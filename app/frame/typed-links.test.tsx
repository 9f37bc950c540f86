import { Link, useNavigate } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { salesOrderList } from '#features/sales-orders/contract.ts'
import { searchOf } from '#platform/kernel/list.ts'

/** Never drawn: a checked example of links and navigation that do not compile. */
function MisspelledLinks() {
  const navigate = useNavigate()
  void navigate({ to: '/sales-orders', search: searchOf(salesOrderList, { status: 'pending' }) })
  // @ts-expect-error a screen that does not exist
  void navigate({ to: '/sale-orders' })
  // @ts-expect-error a filter that the list does not have
  void navigate({ to: '/sales-orders', search: { 'f.stauts': 'pending' } })
  return (
    <>
      <Link to="/sales-orders" search={{ 'f.status': 'pending', open: 'SO-1' }} />
      {/* @ts-expect-error a screen that does not exist */}
      <Link to="/sale-orders" />
      {/* @ts-expect-error a filter that the list does not have */}
      <Link to="/sales-orders" search={{ 'f.stauts': 'pending' }} />
      {/* @ts-expect-error a filter of a list with typed values, misspelled */}
      <Link to="/sales-orders" search={searchOf(salesOrderList, { stauts: 'pending' })} />
    </>
  )
}

test('misspelled links and filters do not compile, as the type check of this file proves', () => {
  expect(MisspelledLinks).toBeTypeOf('function')
})
