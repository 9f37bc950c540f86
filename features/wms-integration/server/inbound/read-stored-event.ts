import * as z from 'zod/mini'
import { Refusal } from '#platform/kernel/refusal.ts'
import { isOfLaterForm, laterForm, unreadField } from '#platform/kernel/stored-json.ts'

type Schema<D> = { safeParse(value: unknown): { success: boolean; data?: D; error?: unknown } }
type StoredEvent<D> = { data: D; refusal?: never } | { data?: never; refusal: Refusal }

/**
 * Reads an event stored by any version. Returns a refusal if this version cannot read it: a later
 * version stored it, its kind is unknown, or a field does not match.
 */
export function readStoredEvent<D>(schema: Schema<D> | undefined, stored: unknown): StoredEvent<D> {
  if (isOfLaterForm(stored)) return { refusal: unreadable(laterForm) }
  if (!schema)
    return { refusal: unreadable('This version of the program does not support this event') }
  const read = schema.safeParse(stored)
  if (read.success) return { data: read.data as D }
  const { error } = read
  const field = error instanceof z.core.$ZodError ? ` field “${unreadField(error)}” of the` : ''
  const sentence = `This version of the program cannot read the${field} stored message`
  return { refusal: unreadable(sentence) }
}

function unreadable(sentence: string): Refusal {
  return new Refusal('refused', 'unreadable-event', sentence)
}
