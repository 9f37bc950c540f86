import { type Permission, permissions } from '#features/auth/rules.ts'
import type { ReleaseLine, ReleaseStep } from '#features/sales-orders/contract.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import type { LineChange } from './line-remedies.ts'
import { listed } from './remedy-texts.ts'

/** A way to end a hold, with what it costs in cents; null if it costs nothing. */
export type Remedy = { sentence: string; amount: Cents | null; steps: readonly ReleaseStep[] }

/** The changes of lines that a step makes. */
export function changesOf({ act, lines = [] }: ReleaseStep): LineChange[] {
  return lines.map(({ lineNo, quantity, unitPrice }) => ({
    lineNo,
    quantity: act === 'remove-lines' ? 0 : quantity,
    unitPrice: unitPrice === undefined ? undefined : cents(unitPrice),
  }))
}

/** The remedy that removes lines, and with them an amount of the total. */
export function removalOf(lines: readonly ReleaseLine[], amount: Cents): Remedy {
  const numbers = lines.map(({ lineNo }) => String(lineNo))
  return {
    sentence: `Remove line${numbers.length === 1 ? '' : 's'} ${listed(numbers)}`,
    amount,
    steps: [{ act: 'remove-lines', lines: [...lines] }],
  }
}

/** The built-in roles that hold a permission. */
export function rolesOf(permission: Permission): string[] {
  return [...permissions[permission]]
}
