import { readCustomer } from '#features/customers/server/service.ts'
import { printedDay } from '#features/documents/printed-document.ts'
import { type DocumentSources, readCompany } from '#features/documents/server/service.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import { readLetter } from './read-reminders.ts'
import { reminderDocument } from '../printed-documents.ts'
import { levelNames } from '../rules.ts'

/** Provides a reminder as a document, with the text stored when the letter was written. */
export const dunningDocuments: Pick<DocumentSources, 'dunning-letter'> = {
  'dunning-letter': async (ctx, id) => {
    const letter = await readLetter(ctx, id)
    const { letterNumber, level, letterOn, total, fee, customerId } = letter
    const amountDue = formatDecimal(decimal(sum([cents(total), cents(fee)])))
    const name = levelNames[level]
    const company = await readCompany(ctx)
    return {
      paper: reminderDocument(letter, company),
      subject: `${name} ${letterNumber}`,
      letter: {
        sentence:
          `our ${name.toLowerCase()} ${letterNumber} of ${printedDay(letterOn, company)} ` +
          'is attached. ' +
          `Please pay ${amountDue}.`,
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
}
