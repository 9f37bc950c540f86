export type Fields = Record<string, unknown>

/** A document with its lines, as most answers name them. */
export type Document = { id: number; items: { id: number }[] }

/** What every part of the desk works with. */
export type Base = {
  post: <A = Document>(path: string, body?: Fields) => Promise<A>
  read: <A>(path: string) => Promise<A>
  next: (prefix: string) => string
  reason: string
  customerId: number
  skuId: number
  vendorId: number
  day: string
}
