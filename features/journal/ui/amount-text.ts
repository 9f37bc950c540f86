import { formatDecimal } from '#platform/kernel/money.ts'

/** Formats a debit or credit amount; returns '' for zero. */
export const amountText = (text: string) => (/^0*\.?0*$/.test(text) ? '' : formatDecimal(text))
