import { readCustomer } from '#features/customers/server/service.ts'
import { printedDay } from '#features/documents/printed-document.ts'
import type { PaperSources } from '#features/documents/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import { readOpenItems } from './open-items.ts'
import {
  creditMemoDocument,
  invoiceDocument,
  openItemsDocument,
  statementDocument,
} from '../../printed-documents.ts'
import { readCreditMemo, readInvoice } from '../read-documents.ts'
import { readStatement } from '../statements/statement.ts'

/** Provides invoices, credit memos and statements as documents. */
export const receivableDocuments: Pick<PaperSources, 'invoice' | 'credit-memo' | 'statement'> = {
  invoice: async (ctx, id) => {
    const invoice = await readInvoice(ctx, id)
    const { invoiceNumber, total, dueDate, customerId } = invoice
    return {
      paper: invoiceDocument(invoice),
      fileName: `Invoice ${invoiceNumber}`,
      letter: {
        sentence:
          `invoice ${invoiceNumber} for ${formatDecimal(total)}, due on ${printedDay(dueDate)}, ` +
          'is attached.',
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
  'credit-memo': async (ctx, id) => {
    const memo = await readCreditMemo(ctx, id)
    const { creditMemoNumber, total, customerId } = memo
    return {
      paper: creditMemoDocument(memo),
      fileName: `Credit memo ${creditMemoNumber}`,
      letter: {
        sentence: `credit memo ${creditMemoNumber} for ${formatDecimal(total)} is attached.`,
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
  statement: async (ctx, customerId, { form, ...days }) => {
    if (form === 'open') return openItemsIssued(ctx, customerId, days.to)
    const statement = await readStatement(ctx, { customerId, ...days })
    const { customerCode, from, to, closing } = statement
    return {
      paper: statementDocument(statement),
      fileName: `Statement ${customerCode} ${to}`,
      letter: {
        sentence:
          `the statement of your account from ${printedDay(from)} to ${printedDay(to)} ` +
          'is attached. ' +
          `The balance is ${formatDecimal(closing)}.`,
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
}

/** Provides the open-item form of the statement. */
async function openItemsIssued(ctx: Context, customerId: number, to: Day | undefined) {
  const found = await readOpenItems(ctx, { customerId, to })
  const { customerCode, asOf, balance } = found
  return {
    paper: openItemsDocument(found),
    fileName: `Open items ${customerCode} ${asOf}`,
    letter: {
      sentence:
        `the open items on your account as of ${printedDay(asOf)} are attached. ` +
        `The balance is ${formatDecimal(balance)}.`,
      addressee: () => readCustomer(ctx, customerId),
    },
  }
}
