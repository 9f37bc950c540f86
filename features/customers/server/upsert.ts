import type { FieldError } from '#platform/kernel/refusal.ts'
import { answerOnlyFields, type UpsertOutcome } from '#platform/kernel/upsert.ts'
import type { Context } from '#platform/server/database/db.ts'
import { customer, customerForm, customerUpsert } from '../contract.ts'
import { termsProblems } from '../payment-terms.ts'
import { changedTerms, exemptionProblems, withNormalizedPlace } from '../rules.ts'
import { customerRecords } from './customer-records.ts'
import { canEditTerms } from './terms-permission.ts'

/**
 * Creates and updates customers by their codes. A customer with errors is not written and does not
 * affect the others.
 */
export async function upsertCustomers(
  ctx: Context,
  records: readonly unknown[],
): Promise<UpsertOutcome> {
  const mayEditTerms = await canEditTerms(ctx)
  return customerRecords.upsert(ctx, records, {
    partial: customerUpsert,
    complete: customerForm,
    ignores: answerOnlyFields(customer, customerUpsert),
    normalize: (form, before) => withNormalizedPlace(form, before ?? undefined),
    check: ({ form, before }) => [
      ...(mayEditTerms ? [] : forbiddenTerms(form, before ?? undefined)),
      ...termsProblems(form, before),
      ...exemptionProblems({ ...before, ...form }),
    ],
  })
}

function forbiddenTerms(...change: Parameters<typeof changedTerms>): FieldError[] {
  const message = 'Your role cannot change the terms of customers'
  return changedTerms(...change).map((path) => ({ path, message, code: 'forbidden' }))
}
