import type { Desk } from '../order-form.ts'
import { readStoredDesk } from './draft-form.ts'

type Mirror = { desk: Desk; idempotencyKey: string; draftId: number | undefined }

/** What this tab was working on when it was last seen. */
export function recallMirror(userId: number): Mirror | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(mirrorKey(userId)) ?? 'null') as unknown
    if (typeof found !== 'object' || found === null) return undefined
    const { desk, idempotencyKey, draftId } = found as Record<string, unknown>
    const { desk: read } = readStoredDesk(desk)
    if (!read || typeof idempotencyKey !== 'string') return undefined
    return { desk: read, idempotencyKey, draftId: Number(draftId) || undefined }
  } catch {
    return undefined
  }
}

const mirrorKey = (userId: number) => `prizm.order.${userId}`

/** Keeps what this tab is working on, at once. */
export function mirror(userId: number, { desk, idempotencyKey, draftId }: Mirror): void {
  try {
    sessionStorage.setItem(mirrorKey(userId), JSON.stringify({ desk, idempotencyKey, draftId }))
  } catch {
    // A full or forbidden storage must not break the key that caused it.
  }
}

export function forgetMirror(userId: number): void {
  try {
    sessionStorage.removeItem(mirrorKey(userId))
  } catch {
    // As above.
  }
}
