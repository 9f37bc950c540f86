import { formatDecimal } from '#platform/kernel/money.ts'

/** An amount of a column of debits or credits; empty where there is none on that side. */
export const amountText = (text: string) => (/^0*\.?0*$/.test(text) ? '' : formatDecimal(text))
