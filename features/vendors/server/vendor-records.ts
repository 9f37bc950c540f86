import { historyOf } from '#features/audit/server/service.ts'
import { may, requirePermission } from '#features/auth/rules.ts'
import { checkTerms, termsProblems } from '#features/customers/payment-terms.ts'
import { masterData } from '#platform/server/master-data/master-data.ts'
import { type Vendor, type VendorForm, vendor, vendorColumns, vendorForm } from '../contract.ts'
import { isTermsTouched } from '../rules.ts'
import { ranked, references, vendorList } from './store.ts'
import { vendors } from './tables.ts'

const termsRefusal = 'Your role cannot change payment terms of vendors'

/** The use cases of vendors. */
export const vendorRecords = masterData<typeof vendors, Vendor, VendorForm, Partial<VendorForm>>({
  noun: 'vendor',
  table: vendors,
  file: { name: 'vendors', columns: vendorColumns, form: vendorForm, code: 'vendorCode' },
  uniqueCode: { index: 'vendor_code_taken', problem: 'duplicate-vendor-code' },
  list: () => vendorList,
  ranked,
  answer: vendor,
  amounts: [],
  references,
  history: historyOf('vendor'),
  requireDeletion: ({ user }) => requirePermission(user, 'vendors.delete'),
  columnsOf: (_, form) => form,
  guard: async ({ user }, form, before) => {
    if (isTermsTouched(form, before)) requirePermission(user, 'vendors.terms', termsRefusal)
    checkTerms(form, before)
  },
  check: ({ user }, { form, before, isUndo = false }) => {
    const mayEditTerms = !user || may(user, 'vendors.terms')
    const isAllowed = mayEditTerms || !isTermsTouched(form, before ?? undefined)
    if (isAllowed) return isUndo ? [] : termsProblems(form, before)
    return [{ path: 'paymentTerms', message: termsRefusal }]
  },
})
