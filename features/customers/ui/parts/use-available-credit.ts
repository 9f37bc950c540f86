import { type CreditBound, creditBoundOf } from '../../rules.ts'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import type { Customer } from '../../contract.ts'

type Bounded = Pick<Customer, 'creditLimit' | 'paymentTerms' | 'availableCredit'>

/** How a customer's credit is bounded; reads the settings only if the limit is 0. */
export function useCreditBound({ creditLimit: limit, paymentTerms }: Bounded): CreditBound {
  const creditLimit = cents(limit)
  const { data = defaultSettings } = useRead(readSettings, { enabled: creditLimit === 0 })
  return creditBoundOf({ creditLimit, paymentTerms, zeroMeans: data.creditZeroMeans })
}

/** The available credit as text, and whether it is negative. */
export function useCreditText(customer: Bounded): { text: string; isOver: boolean } {
  const bound = useCreditBound(customer)
  const { availableCredit } = customer
  if (bound === 'prepaid') return { text: 'pays in advance', isOver: false }
  if (bound === 'none') return { text: 'no credit limit', isOver: false }
  const isOver = availableCredit.startsWith('-')
  return { text: `${formatDecimal(availableCredit)} available`, isOver }
}
