import type { FieldError } from '#platform/kernel/refusal.ts'
import { answerOnlyFields, type UpsertOutcome } from '#platform/kernel/upsert.ts'
import type { Context } from '#platform/server/database/db.ts'
import { type Upserting, upsertRecords } from '#platform/server/imports/upsert.ts'
import {
  type Customer,
  customer,
  customerForm,
  type CustomerPatch,
  customerUpsert,
} from '../contract.ts'
import { termsProblems } from '../payment-terms.ts'
import { changedTerms, exemptionProblems, withNormalizedPlace } from '../rules.ts'
import { customerRecords } from './import.ts'
import { canEditTerms } from './terms.ts'

/**
 * Creates and updates customers by their codes. A customer with errors is not written and does not
 * affect the others.
 */
export async function upsertCustomers(
  ctx: Context,
  records: readonly unknown[],
): Promise<UpsertOutcome> {
  const mayEditTerms = await canEditTerms(ctx)
  const upserting: Upserting = {
    ...customerRecords,
    partial: customerUpsert,
    complete: customerForm,
    ignores: answerOnlyFields(customer, customerUpsert),
    normalize: (form, before) =>
      withNormalizedPlace(form as CustomerPatch, (before as Customer | null) ?? undefined),
    check: (_, { form, before }) => {
      const [patch, old] = [form as CustomerPatch, before as Customer | null]
      return [...(mayEditTerms ? [] : forbiddenTerms(patch, old)), ...problemsOf(patch, old)]
    },
  }
  return upsertRecords(ctx, upserting, records)
}

function forbiddenTerms(form: CustomerPatch, before: Customer | null): FieldError[] {
  const message = 'Your role may not change the terms of customers'
  return changedTerms(form, before ?? undefined).map((path) => {
    return { path, message, code: 'forbidden' }
  })
}

function problemsOf(form: CustomerPatch, before: Customer | null): FieldError[] {
  return [...termsProblems(form, before), ...exemptionProblems({ ...before, ...form })]
}
