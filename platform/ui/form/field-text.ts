import { notADay } from '#platform/kernel/fields.ts'

/** The error text of a field; a text that is not a date reads `Invalid input`. */
export function errorText(message: string | undefined): string {
  return message && message !== notADay ? message : 'Invalid input'
}

/** Parses a typed whole number for `toWire`; empty is undefined, which reads `Required`. */
export function parseWholeNumber(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed)
}

/** A value as form text: null and undefined are empty. */
export function fieldText(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
