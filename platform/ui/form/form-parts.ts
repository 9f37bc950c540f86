import { createContext, use } from 'react'
import { notADay } from '#platform/kernel/fields.ts'

/** What the fields of one form share with its error summary. */
export type FormParts = {
  formId: string
  labels: Map<string, string>
  /** Answers that fields wait for: what was typed is known once they are here. */
  awaited: Set<Promise<unknown>>
}

export const FormPartsContext = createContext<FormParts | undefined>(undefined)

export function useFormParts(): FormParts {
  const parts = use(FormPartsContext)
  if (!parts) throw new Error('a field stands outside a form')
  return parts
}

/** What a form says of a field: text that is no day is invalid input like any other. */
export function worded(message: string | undefined): string {
  return message && message !== notADay ? message : 'Invalid input'
}

/** Whole numbers as typed, for `toWire`: empty is undefined, so that it reads `Required`. */
export function wholeNumber(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed)
}

/** Text as a form shows it: none is empty. */
export function fieldText(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
