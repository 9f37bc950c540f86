import type { OrderForm } from '../order-form.ts'
import { readStoredDesk } from './draft-form.ts'

type Mirror = {
  desk: OrderForm
  idempotencyKey: string
  draftId: number | undefined
  /** True if the form has edits that the server does not have. */
  isUnsaved: boolean
}

/** Reads this tab's last form from sessionStorage; undefined if there is none or it is invalid. */
export function recallMirror(userId: number): Mirror | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(mirrorKey(userId)) ?? 'null') as unknown
    if (typeof found !== 'object' || found === null) return undefined
    const { desk, idempotencyKey, draftId, isUnsaved } = found as Record<string, unknown>
    const { desk: read } = readStoredDesk(desk)
    if (!read || typeof idempotencyKey !== 'string') return undefined
    const id = Number(draftId) || undefined
    return { desk: read, idempotencyKey, draftId: id, isUnsaved: isUnsaved !== false }
  } catch {
    return undefined
  }
}

const mirrorKey = (userId: number) => `prizm.order.${userId}`

/** Writes this tab's form to sessionStorage. */
export function mirror(userId: number, form: Mirror): void {
  try {
    const { desk, idempotencyKey, draftId, isUnsaved } = form
    const text = JSON.stringify({ desk, idempotencyKey, draftId, isUnsaved })
    sessionStorage.setItem(mirrorKey(userId), text)
  } catch {
    // A full or blocked storage must not break editing.
  }
}

export function forgetMirror(userId: number): void {
  try {
    sessionStorage.removeItem(mirrorKey(userId))
  } catch {
    // As above.
  }
}
