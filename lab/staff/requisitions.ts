import type { StaffBase, Document, Fields } from './staff-part-inputs.ts'
import type { Person, SetupClient } from '../nodes/test-system.ts'

/** Requisitions; the requester is not the administrator, who approves them. */
export function requisitionHelpers(
  world: SetupClient,
  { post, skuId, vendorId, reason }: StaffBase,
  by: Person,
) {
  const requisitionBody = (lines = 1): Fields => ({
    reason,
    items: Array.from({ length: lines }, () => ({ skuId, quantity: 2, vendorId, reason })),
  })
  const submitted = async (lines = 1) => {
    const body = { ...requisitionBody(lines), submit: true }
    const made = await world.must({
      method: 'POST',
      path: '/api/requisitions',
      body,
      as: by.cookie,
    })
    return made as Document
  }
  const approved = async (lines = 1) => post(`requisitions/${(await submitted(lines)).id}/approve`)
  const orderBody = ({ items }: Document) => ({
    lines: items
      .slice(0, 1)
      .map(({ id }) => ({ itemId: id, vendorId, skuId, quantity: 2, unitPrice: '5.00' })),
  })
  /** Orders one of two lines, so that the rest can be closed. */
  const partlyBought = async () => {
    const requisition = await approved(2)
    return post(`requisitions/${requisition.id}/order`, orderBody(requisition))
  }
  return {
    asking: requisitionBody,
    asked: submitted,
    agreed: approved,
    buying: orderBody,
    partlyBought,
  }
}
