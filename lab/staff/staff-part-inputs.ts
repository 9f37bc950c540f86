export type Fields = Record<string, unknown>

/** A document with its lines, as most responses name them. */
export type Document = { id: number; items: { id: number }[] }

/** The inputs of every part of the desk. */
export type StaffBase = {
  post: <A = Document>(path: string, body?: Fields) => Promise<A>
  read: <A>(path: string) => Promise<A>
  next: (prefix: string) => string
  reason: string
  customerId: number
  skuId: number
  vendorId: number
  day: string
}
