import type { ApiKey } from '../contract.ts'
import { fieldText } from '#platform/ui/form/field-text.ts'

/** What the fields of `KeyLimitFields` hold. */
export type LimitValues = { ratePerMinute: string; addresses: string }

/** The values of these fields for a key; empty for a new one. */
export function limitValuesOf(key?: Pick<ApiKey, 'ratePerMinute' | 'addresses'>): LimitValues {
  return {
    ratePerMinute: fieldText(key?.ratePerMinute),
    addresses: (key?.addresses ?? []).join('\n'),
  }
}

/** The limits as the API takes them. */
export function limitsToWire({ ratePerMinute, addresses }: LimitValues) {
  return {
    ratePerMinute: ratePerMinute.trim() === '' ? null : Number(ratePerMinute),
    addresses: addresses.split(/[\s,]+/).filter(Boolean),
  }
}
