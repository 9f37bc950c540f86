import { duplicateCheckNames } from '#features/settings/duplicate-checks.ts'
import { type Cents, cents, formatDecimal, formatMoney, sum } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { WebsiteLink } from '#platform/ui/master-data/WebsiteLink.tsx'
import { priceName, termsText } from '../labels.ts'
import { addressesOf } from '../address-rules.ts'
import type { Customer } from '../contract.ts'
import { useCreditBound } from './parts/use-available-credit.ts'

const sameAddress = 'Same as the address'

/** The customer overview: credit first, then contact data and terms. */
export function CustomerOverview({ customer }: { customer: Customer }) {
  const { shipping: address } = addressesOf(customer)
  return (
    <div className="grid gap-6">
      <CreditBar customer={customer} />
      <Facts
        items={[
          { name: 'Company Name', value: customer.name },
          { name: 'Email', value: <a href={`mailto:${customer.email}`}>{customer.email}</a> },
          {
            name: 'Phone',
            value: customer.phone && <a href={`tel:${customer.phone}`}>{customer.phone}</a>,
          },
          { name: 'Contact', value: <Contact customer={customer} /> },
          { name: 'Address', value: address },
          { name: 'Billing Address', value: customer.billingAddress ?? (address && sameAddress) },
          {
            name: 'Website',
            value: customer.website && <WebsiteLink website={customer.website} />,
          },
          { name: 'Payment Terms', value: termsText(customer.paymentTerms) },
          { name: 'Price Level', value: priceName(customer.priceLevel) },
          { name: 'Tax', value: taxText(customer) },
          { name: 'Backorders', value: customer.allowBackorder ? 'Allowed' : 'Not allowed' },
          {
            name: 'Packing Slips',
            value: customer.packingSlipPrices ? 'With prices' : 'Without prices',
          },
          {
            name: 'Parked Orders',
            value: customer.duplicateCheck
              ? duplicateCheckNames[customer.duplicateCheck]
              : 'Company default',
          },
          { name: 'Supplier Number', value: customer.supplierNumber },
          { name: 'Note on Documents', value: customer.documentNote },
          { name: 'Notes', value: customer.notes },
        ]}
      />
    </div>
  )
}

/** The contact person with email and phone; a dash if none of them is known. */
function Contact({ customer }: { customer: Customer }) {
  const { contactName, contactRole, contactEmail, contactPhone } = customer
  const contactLine = [contactName, contactRole].filter(Boolean).join(', ')
  if (!contactLine && !contactEmail && !contactPhone) return '—'
  return (
    <>
      {contactLine && <span className="block">{contactLine}</span>}
      {contactEmail && (
        <a className="block" href={`mailto:${contactEmail}`}>
          {contactEmail}
        </a>
      )}
      {contactPhone && (
        <a className="block" href={`tel:${contactPhone}`}>
          {contactPhone}
        </a>
      )}
    </>
  )
}

function taxText(customer: Customer): string {
  if (!customer.taxExempt) return 'Taxable'
  return customer.taxExemptNumber ? `Exempt, ${customer.taxExemptNumber}` : 'Exempt'
}

function CreditBar({ customer }: { customer: Customer }) {
  const limit = cents(customer.creditLimit)
  const { currentBalance, openOrderAmount, softReservedAmount } = customer
  const used = sum([cents(currentBalance), cents(openOrderAmount), cents(softReservedAmount)])
  const bound = useCreditBound(customer)
  if (bound !== 'limit') return <CreditWithoutLimit customer={customer} bound={bound} />
  const isOver = used > limit
  const usedPercent = percentUsed(used, limit)
  return (
    <section aria-labelledby="credit" className="card p-4">
      <h3 id="credit" className="text-card">
        Credit
      </h3>
      <p className="numbers mt-1">
        <span className={isOver ? 'text-figure text-danger' : 'text-figure'}>
          {formatDecimal(customer.availableCredit)}
        </span>{' '}
        <span className="text-muted">available</span>
        {isOver && <span className="ml-2 font-semibold text-danger">over the limit</span>}
        <Blocked customer={customer} />
      </p>
      <div
        role="img"
        aria-label={`${usedPercent}% of the credit limit is used`}
        className="mt-2 h-2 overflow-hidden rounded-full bg-surface-2 forced-colors:border"
      >
        <div
          className={`chart-mark h-full ${isOver ? 'bg-danger' : 'bg-accent'}`}
          style={{ width: `${Math.min(usedPercent, 100)}%` }}
        />
      </div>
      <dl className="text-table numbers mt-2 flex flex-wrap gap-x-6 gap-y-1 text-muted">
        <Amount name="Limit" amount={formatMoney(limit)} />
        <Amount name="Balance" amount={formatDecimal(customer.currentBalance)} />
        <Amount name="Open orders" amount={formatDecimal(customer.openOrderAmount)} />
        {cents(softReservedAmount) > 0 && (
          <Amount name="Held for validated orders" amount={formatDecimal(softReservedAmount)} />
        )}
      </dl>
    </section>
  )
}

/** The credit section of a customer without a limit: the reason, the balance and open orders. */
function CreditWithoutLimit({
  customer,
  bound,
}: {
  customer: Customer
  bound: 'none' | 'prepaid'
}) {
  return (
    <section aria-labelledby="credit" className="card p-4">
      <h3 id="credit" className="text-card">
        Credit
      </h3>
      <p className="mt-1">
        {bound === 'prepaid' ? 'Pays in advance' : 'No credit limit'}
        <Blocked customer={customer} />
      </p>
      <dl className="text-table numbers mt-2 flex flex-wrap gap-x-6 gap-y-1 text-muted">
        <Amount name="Balance" amount={formatDecimal(customer.currentBalance)} />
        <Amount name="Open orders" amount={formatDecimal(customer.openOrderAmount)} />
      </dl>
    </section>
  )
}

function Blocked({ customer }: { customer: Customer }) {
  if (customer.creditStatus !== 'blocked') return null
  return <span className="ml-2 font-semibold text-danger">blocked</span>
}

function Amount({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex gap-1">
      <dt>{name}</dt>
      <dd className="text-ink">{amount}</dd>
    </div>
  )
}

/** The percentage of the limit in use; 100 if the limit is 0 and any amount is used. */
function percentUsed(used: Cents, limit: Cents): number {
  if (used <= 0) return 0
  return limit === 0 ? 100 : Math.round((used / limit) * 100)
}
