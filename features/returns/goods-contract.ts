import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id, optionalText, units } from '#platform/kernel/fields.ts'
import { conditions, dispositions, maxLines, returnDetails, verdicts } from './contract.ts'
import { reasonForm } from './steps-contract.ts'
import { replacementPrices } from './rules.ts'

// What is done with a customer's goods: they arrive, are looked at, replaced, sent on.

const step = { returns: returnDetails }

/**
 * What a delivery brought: all that is open where nothing is counted, else the lines that are
 * listed and no others; a line without a quantity has come in whole.
 */
export const receiveForm = z.object({
  items: z.optional(
    z
      .array(
        z.object({
          itemId: id(),
          quantity: z.optional(units(0)),
          condition: z.optional(z.nullable(z.enum(conditions))),
          disposition: z.enum(verdicts),
        }),
      )
      .check(z.maxLength(maxLines)),
  ),
  /** These are other goods than the same that the warehouse has reported. */
  isAnother: z.optional(z.boolean()),
})
export const receiveReturn = endpoint('POST', '/api/returns/:id/receive', {
  ...step,
  permission: 'returns.receive',
  body: receiveForm,
  summary: 'Takes in what arrived of a customer’s goods; what is restocked is on hand again',
})
export const closeReturn = endpoint('POST', '/api/returns/:id/close', {
  ...step,
  permission: 'returns.receive',
  body: reasonForm,
  summary: 'Closes the rest of a customer’s return that will not come, with the reason',
})
export const inspectForm = z.object({
  items: z
    .array(
      z.object({
        receiptItemId: id(),
        quantity: z.optional(units(1, 'Quantity must be at least 1')),
        condition: z.optional(z.nullable(z.enum(conditions))),
        disposition: z.enum(dispositions),
      }),
      { error: 'Decide on at least one line' },
    )
    .check(
      z.minLength(1, { error: 'Decide on at least one line' }),
      z.maxLength(maxLines, { error: `A return has at most ${maxLines} lines` }),
    ),
})
export const reopenReturn = endpoint('POST', '/api/returns/:id/reopen', {
  ...step,
  permission: 'returns.complete',
  body: reasonForm,
  summary: 'Opens a customer’s completed return again: its credit memo is void',
})
export const inspectReturn = endpoint('POST', '/api/returns/:id/inspect', {
  ...step,
  permission: 'returns.receive',
  body: inspectForm,
  summary: 'Decides what happens to goods that arrived and wait for inspection or for a vendor',
})
export const replaceForm = z.object({
  price: z.enum(replacementPrices, { error: 'Must be free or original' }),
  backorder: z.optional(z.boolean()),
})
export const replaceReturn = endpoint('POST', '/api/returns/:id/replace', {
  ...step,
  permission: 'returns.replace',
  body: replaceForm,
  summary: 'Makes the one order that replaces a customer’s goods, free or at the original price',
})
export const sendToVendorForm = z.object({
  vendorId: id('Please select a vendor'),
  reason: optionalText(500),
  notes: optionalText(5000),
  items: z.optional(
    z
      .array(z.object({ itemId: id(), quantity: units(1, 'Quantity must be at least 1') }))
      .check(
        z.minLength(1, { error: 'At least one item is required' }),
        z.maxLength(maxLines, { error: `A return has at most ${maxLines} lines` }),
      ),
  ),
})
export const sendToVendor = endpoint('POST', '/api/returns/:id/send-to-vendor', {
  ...step,
  permission: 'returns.createRtv',
  body: sendToVendorForm,
  status: 201,
  summary: 'Makes a return to a vendor of goods of a customer’s return that are meant for one',
})
