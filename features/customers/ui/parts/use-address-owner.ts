import { useEffect, useState } from 'react'
import { findCustomersByAddress, leastAddress } from '../../contract.ts'
import { squeezed } from '#platform/kernel/fields.ts'
import { useRead } from '#platform/web/api.ts'

/** The debounce delay before the lookup. */
const restMs = 500

/**
 * Another customer that has the entered address, such as `C-1002 · Northwind`. Undefined if no
 * customer has it, or if the order's own customer has it, too.
 */
export function useAddressOwner(
  address: string | undefined,
  customerId: number | undefined,
): string | undefined {
  const rested = useRested(address ?? '')
  const enabled = customerId !== undefined && squeezed(rested).length >= leastAddress
  const { data } = useRead(findCustomersByAddress, { query: { address: rested }, enabled })
  const owners = enabled && rested === address ? (data ?? []) : []
  if (owners.some(({ id }) => id === customerId)) return undefined
  const [owner] = owners
  return owner && `${owner.customerCode} · ${owner.name}`
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
