import type { ReturnType } from '../../rules.ts'

/** A requested new return: its type, and the order number if known. */
export type ReturnRequest = { type: ReturnType; orderNumber?: string }

/** Parses the URL parameter `new`: `rma`, `rtv`, or `rma:SO-1042`; undefined if it is empty. */
export function readReturnRequest(text: string | undefined): ReturnRequest | undefined {
  if (!text) return undefined
  const [kind = '', ...number] = text.split(':')
  const type = kind === 'rtv' ? 'rtv' : 'rma'
  const orderNumber = number.join(':')
  return { type, ...(orderNumber && { orderNumber }) }
}
