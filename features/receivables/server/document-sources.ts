import { readCustomer } from '#features/customers/server/service.ts'
import { dayInWords, printedDay } from '#features/documents/printed-document.ts'
import { type DocumentSources, readCompany } from '#features/documents/server/service.ts'
import { type Day, day } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import { readOpenItems } from './statements/open-items.ts'
import {
  creditMemoDocument,
  invoiceDocument,
  openItemsDocument,
  statementDocument,
} from '../printed-documents.ts'
import { readCreditMemo, readInvoice } from './read-documents.ts'
import { readStatement } from './statements/statement.ts'

/** Provides invoices, credit memos and statements as documents. */
export const receivableDocuments: Pick<DocumentSources, 'invoice' | 'credit-memo' | 'statement'> = {
  invoice: async (ctx, id) => {
    const invoice = await readInvoice(ctx, id)
    const { invoiceNumber, total, dueDate, customerId } = invoice
    const company = await readCompany(ctx)
    return {
      paper: invoiceDocument(invoice, company),
      subject: `Invoice ${invoiceNumber}`,
      letter: {
        sentence:
          `invoice ${invoiceNumber} for ${formatDecimal(total)}, ` +
          `due on ${dayInWords(dueDate, company)}, ` +
          'is attached.',
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
  'credit-memo': async (ctx, id) => {
    const memo = await readCreditMemo(ctx, id)
    const { creditMemoNumber, total, customerId } = memo
    return {
      paper: creditMemoDocument(memo, await readCompany(ctx)),
      subject: `Credit memo ${creditMemoNumber}`,
      letter: {
        sentence: `credit memo ${creditMemoNumber} for ${formatDecimal(total)} is attached.`,
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
  statement: async (ctx, customerId, { form, ...days }) => {
    if (form === 'open') return openItemsIssued(ctx, customerId, days.to)
    const { statement, aging } = await readWithAging(ctx, { customerId, ...days })
    const { customerCode, from, to, closing } = statement
    const company = await readCompany(ctx)
    return {
      paper: statementDocument(statement, company, aging),
      subject: `Statement ${customerCode} ${to}`,
      letter: {
        sentence:
          `the statement of your account from ${printedDay(from, company)} ` +
          `to ${printedDay(to, company)} ` +
          'is attached. ' +
          `The balance is ${formatDecimal(closing)}.`,
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
}

const readings = 3

/**
 * Reads a statement and its aging, each at a moment of its own: again if something was posted in
 * between, so that the sent document states one balance.
 */
async function readWithAging(ctx: Context, query: Parameters<typeof readStatement>[1]) {
  for (let reading = 1; ; reading++) {
    const statement = await readStatement(ctx, query)
    const { customerId, to, closing } = statement
    const aging = await readOpenItems(ctx, { customerId, to: day(to) })
    if (aging.balance === closing || reading === readings) return { statement, aging }
  }
}

/** Provides the open-item form of the statement. */
async function openItemsIssued(ctx: Context, customerId: number, to: Day | undefined) {
  const found = await readOpenItems(ctx, { customerId, to })
  const { customerCode, asOf, balance } = found
  const company = await readCompany(ctx)
  return {
    paper: openItemsDocument(found, company),
    subject: `Open items ${customerCode} ${asOf}`,
    letter: {
      sentence:
        `the open items on your account as of ${printedDay(asOf, company)} are attached. ` +
        `The balance is ${formatDecimal(balance)}.`,
      addressee: () => readCustomer(ctx, customerId),
    },
  }
}
