import type { OrderForm } from '../order-form.ts'
import { parseStoredForm } from './parse-stored-draft.ts'

type SessionCopy = {
  orderForm: OrderForm
  idempotencyKey: string
  draftId: number | undefined
  /** True if the form has edits that the server does not have. */
  isUnsaved: boolean
  /** True if a creation of the form had no answer. */
  mayExist: boolean
  /** The approval in the body of that creation, which a repetition must send again. */
  attemptToken?: string | undefined
}

/** Reads this tab's last form from sessionStorage; undefined if there is none or it is invalid. */
export function readSessionCopy(userId: number): SessionCopy | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(sessionKey(userId)) ?? 'null') as unknown
    if (typeof found !== 'object' || found === null) return undefined
    const stored = found as Record<string, unknown>
    const { desk, idempotencyKey, draftId, isUnsaved, mayExist, attemptToken } = stored
    const { orderForm: read } = parseStoredForm(desk)
    if (!read || typeof idempotencyKey !== 'string') return undefined
    const id = Number(draftId) || undefined
    return {
      orderForm: read,
      idempotencyKey,
      draftId: id,
      isUnsaved: isUnsaved !== false,
      mayExist: mayExist === true,
      attemptToken: typeof attemptToken === 'string' ? attemptToken : undefined,
    }
  } catch {
    return undefined
  }
}

const sessionKey = (userId: number) => `prizm.order.${userId}`

/** Writes this tab's form to sessionStorage. */
export function writeSessionCopy(userId: number, form: SessionCopy): void {
  try {
    const { orderForm, ...others } = form
    const text = JSON.stringify({ desk: orderForm, ...others })
    sessionStorage.setItem(sessionKey(userId), text)
  } catch {
    // A full or blocked storage must not break editing.
  }
}

export function deleteSessionCopy(userId: number): void {
  try {
    sessionStorage.removeItem(sessionKey(userId))
  } catch {
    // As above.
  }
}
