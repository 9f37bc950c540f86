import { createContext, use } from 'react'
import { notADay } from '#platform/kernel/fields.ts'

/** Shared by the fields of a form and its error summary. */
export type FormParts = {
  formId: string
  labels: Map<string, string>
  /** Pending lookups of fields; the form values are complete when they settle. */
  awaited: Set<Promise<unknown>>
}

export const FormPartsContext = createContext<FormParts | undefined>(undefined)

export function useFormParts(): FormParts {
  const parts = use(FormPartsContext)
  if (!parts) throw new Error('a field stands outside a form')
  return parts
}

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
