import { useEffect, useState } from 'react'
import { findCustomersByAddress, minAddressLength } from '../../contract.ts'
import { lettersAndDigits } from '#platform/kernel/fields.ts'
import { useRead } from '#platform/web/api-hooks.ts'

/** The debounce delay before the lookup. */
const debounceMs = 500

/**
 * Another customer that has the entered address, such as `C-1002 · Northwind`. Undefined if no
 * customer has it, or if the order's own customer has it, too.
 */
export function useCustomerAtAddress(
  address: string | undefined,
  customerId: number | undefined,
): string | undefined {
  const debounced = useDebounced(address ?? '')
  const enabled = customerId !== undefined && lettersAndDigits(debounced).length >= minAddressLength
  const { data } = useRead(findCustomersByAddress, { query: { address: debounced }, enabled })
  const matches = enabled && debounced === address ? (data ?? []) : []
  if (matches.some(({ id }) => id === customerId)) return undefined
  const [match] = matches
  return match && `${match.customerCode} · ${match.name}`
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
