import type { ReactNode } from 'react'
import type { CreditBound } from '#features/customers/rules.ts'
import { useCreditBound } from '#features/customers/ui/parts/use-available-credit.ts'
import { type Cents, cents, formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { PanelSection } from './PanelSection.tsx'
import { WhyValidated } from './WhyValidated.tsx'
import type { OrderValidation } from '../../contract.ts'
import type { ChosenCustomer } from '../order-form.ts'

type CreditCheckProps = {
  validation: OrderValidation
  /** The customer of the order. */
  customer: ChosenCustomer['customer']
  /** Whether screen readers announce the message; false once the form has changed. */
  isAlert: boolean
  /** Actions shown below a rejection. */
  children?: ReactNode
}

/** Compares the customer's available credit with the order total. */
export function CreditCheck({ validation, customer, isAlert, children }: CreditCheckProps) {
  const { credit, pricing } = validation
  const bound = useCreditBound(customer)
  return (
    <PanelSection
      title="Credit Check"
      tools={<WhyValidated validation={validation} topic="credit" />}
    >
      <dl className="text-body numbers grid grid-cols-[1fr_auto] gap-y-1">
        <dt className="text-muted">Available credit</dt>
        <dd className="text-right">{availableText(bound, credit.availableCredit)}</dd>
        <dt className="text-muted">Order total</dt>
        <dd className="text-right">{formatDecimal(pricing.total)}</dd>
      </dl>
      {bound === 'limit' && <CreditBar validation={validation} />}
      {credit.message && (
        <div className="mt-2 grid justify-items-start gap-2">
          {isAlert ? (
            <Alert>{credit.message}</Alert>
          ) : (
            <p className="text-table text-danger">{credit.message}</p>
          )}
          {!credit.approved && children}
        </div>
      )}
    </PanelSection>
  )
}

/** Available credit, or the reason there is no such amount. */
function availableText(bound: CreditBound, available: string): string {
  if (bound === 'prepaid') return 'Pays in advance'
  return bound === 'none' ? 'No credit limit' : formatDecimal(available)
}

function CreditBar({ validation: { credit, pricing } }: Pick<CreditCheckProps, 'validation'>) {
  const percent = percentOf(cents(pricing.total), cents(credit.availableCredit))
  return (
    <div
      role="img"
      aria-label={`The order uses ${percent}% of the available credit`}
      className="mt-2 h-2 overflow-hidden rounded-full bg-surface-2 forced-colors:border"
    >
      <div
        className={`chart-mark h-full ${credit.approved ? 'bg-accent' : 'bg-danger'}`}
        style={{ width: `${Math.min(100, percent)}%` }}
      />
    </div>
  )
}

/** The total as a whole percentage of the available credit; 100 if there is none. */
function percentOf(total: Cents, available: Cents): number {
  if (total <= 0) return 0
  return available <= 0 ? 100 : Math.round((total / available) * 100)
}
