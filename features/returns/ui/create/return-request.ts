import type { ReturnType } from '../../rules.ts'

/** A return that somebody asks to make: of which kind, and of which order where they know it. */
export type ReturnRequest = { type: ReturnType; orderNumber?: string }

/** What the address asks for: `rma`, `rtv`, or `rma:SO-1042`. */
export function readWish(text: string | undefined): ReturnRequest | undefined {
  if (!text) return undefined
  const [kind = '', ...number] = text.split(':')
  const type = kind === 'rtv' ? 'rtv' : 'rma'
  const orderNumber = number.join(':')
  return { type, ...(orderNumber && { orderNumber }) }
}
