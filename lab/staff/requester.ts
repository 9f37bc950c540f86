import type { Base, Document, Fields } from './staff-base.ts'
import type { Person, Stagehands } from '../nodes/world.ts'

/** Requisitions; the requester is not the administrator, who approves them. */
export function requisitionsOf(
  world: Stagehands,
  { post, skuId, vendorId, reason }: Base,
  by: Person,
) {
  const asking = (lines = 1): Fields => ({
    reason,
    items: Array.from({ length: lines }, () => ({ skuId, quantity: 2, vendorId, reason })),
  })
  const asked = async (lines = 1) => {
    const body = { ...asking(lines), submit: true }
    const made = await world.must({
      method: 'POST',
      path: '/api/requisitions',
      body,
      as: by.cookie,
    })
    return made as Document
  }
  const agreed = async (lines = 1) => post(`requisitions/${(await asked(lines)).id}/approve`)
  const buying = ({ items }: Document) => ({
    lines: items
      .slice(0, 1)
      .map(({ id }) => ({ itemId: id, vendorId, skuId, quantity: 2, unitPrice: '5.00' })),
  })
  /** Orders one of two lines, so that the rest can be closed. */
  const partlyBought = async () => {
    const requisition = await agreed(2)
    return post(`requisitions/${requisition.id}/order`, buying(requisition))
  }
  return { asking, asked, agreed, buying, partlyBought }
}
