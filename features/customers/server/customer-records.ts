import { historyOf } from '#features/audit/server/service.ts'
import { may, requirePermission } from '#features/auth/rules.ts'
import { placeFrom } from '#features/settings/countries-and-states.ts'
import { cents } from '#platform/kernel/money.ts'
import { type FieldError, Refusal } from '#platform/kernel/refusal.ts'
import { masterData } from '#platform/server/master-data/master-data.ts'
import {
  type Customer,
  type CustomerForm,
  type CustomerPatch,
  customer,
  customerColumns,
  customerRow,
} from '../contract.ts'
import { checkTerms, termsProblems } from '../payment-terms.ts'
import { changesTerms, checkExemption, exemptionProblems, withNormalizedPlace } from '../rules.ts'
import { customerList, ranked, references } from './store.ts'
import { customers } from './tables.ts'
import { canEditTerms } from './terms-permission.ts'

/** The use cases of customers. */
export const customerRecords = masterData<typeof customers, Customer, CustomerForm, CustomerPatch>({
  noun: 'customer',
  table: customers,
  file: { name: 'customers', columns: customerColumns, form: customerRow, code: 'customerCode' },
  uniqueCode: { index: 'customer_code_taken', problem: 'duplicate-customer-code' },
  list: () => customerList,
  ranked,
  answer: customer,
  amounts: [
    'creditLimit',
    'currentBalance',
    'openOrderAmount',
    'softReservedAmount',
    'availableCredit',
  ],
  references,
  history: historyOf('customer'),
  requireDeletion: ({ user }) => requirePermission(user, 'customers.delete'),
  columnsOf: (_, form, before) => {
    const { paymentTerms, ...columns } = withNormalizedPlace(form, before)
    // The column is not nullable.
    return { ...columns, paymentTerms: paymentTerms === null ? 'net-30' : paymentTerms }
  },
  guard: async (ctx, form, before) => {
    if (changesTerms(form, before) && !(await canEditTerms(ctx))) {
      const sentence = 'Your role cannot change credit limit, terms, price level or tax exemption'
      throw new Refusal('forbidden', 'forbidden', sentence)
    }
    checkTerms(form, before)
    checkExemption({ ...before, ...form })
  },
  actionOf: (before, after) => {
    const [oldLimit, newLimit] = [before.creditLimit, after.creditLimit]
    const isLower = oldLimit && newLimit && cents(newLimit) < cents(oldLimit)
    return isLower ? 'credit_limit_lowered' : 'update'
  },
  check: ({ user }, { form, before, isUndo = false }) => {
    const mayEditTerms = !user || may(user, 'customers.terms')
    const isRefused = !mayEditTerms && changesTerms(form, before ?? undefined)
    const message = 'Your role cannot change the terms of customers'
    return [
      ...(isRefused ? [{ path: 'creditLimit', message }] : []),
      ...(isUndo ? [] : termsProblems(form, before)),
      ...(isUndo ? [] : exemptionProblems({ ...before, ...form })),
    ]
  },
  warn: ({ form, before }) => placeWarnings({ ...before, ...form }),
})

/** Warns if a customer's country and state cannot be parsed as a sales tax location. */
function placeWarnings({ country, state }: Pick<CustomerForm, 'country' | 'state'>): FieldError[] {
  const enteredPlace = [state?.trim(), country?.trim()].filter(Boolean).join(', ')
  if (enteredPlace === '' || placeFrom({ country, state })) return []
  const message =
    `${enteredPlace} is not a recognized state or country. ` + 'The default tax rate applies'
  return [{ path: country ? 'country' : 'state', message }]
}
