import { readCustomer } from '#features/customers/server/service.ts'
import { paperDay } from '#features/documents/paper.ts'
import type { PaperSources } from '#features/documents/server/service.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import { readLetter } from './letters.ts'
import { reminderPaper } from '../papers.ts'
import { levelNames } from '../rules.ts'

/** Provides a reminder as a document, with the text stored when the letter was written. */
export const dunningPapers: Pick<PaperSources, 'dunning-letter'> = {
  'dunning-letter': async (ctx, id) => {
    const letter = await readLetter(ctx, id)
    const { letterNumber, level, letterOn, total, fee, customerId } = letter
    const owed = formatDecimal(decimal(sum([cents(total), cents(fee)])))
    const name = levelNames[level]
    return {
      paper: reminderPaper(letter),
      fileName: `${name} ${letterNumber}`,
      letter: {
        sentence:
          `our ${name.toLowerCase()} ${letterNumber} of ${paperDay(letterOn)} is attached. ` +
          `Please pay ${owed}.`,
        addressee: () => readCustomer(ctx, customerId),
      },
    }
  },
}
