import type { StaffBase } from './staff-part-inputs.ts'
import { type EdiOrder, ediOrder, ediPartner, ediType } from './edi-order.ts'
import type { SetupClient } from '../nodes/test-system.ts'

type ImportResult = { interchanges: { id: number }[] }

/** The X12 exchange with the desk's customer. */
export function ediHelpers(world: SetupClient, { post, read, next, customerId, skuId }: StaffBase) {
  let control = 0
  const partner = async () => {
    const form = ediPartner(customerId, next('EDI'))
    return { form, id: (await post<{ id: number }>('edi/partners', form)).id }
  }
  /** An order of a new partner that was not received yet. */
  const order = async (fields: Partial<EdiOrder> = {}): Promise<EdiOrder> => {
    const { identifier } = (await partner()).form
    const { sku } = await read<{ sku: string }>(`skus/${skuId}`)
    return { identifier, control: ++control, number: next('EPO'), sku, ...fields }
  }
  /** A transaction set that needs manual action: a change to an unknown order. */
  const open = async () => {
    const body = ediOrder(await order({ purpose: '04' }))
    const headers = { 'content-type': ediType }
    const path = '/api/edi/interchanges'
    const imported = (await world.must({ method: 'POST', path, body, headers })) as ImportResult
    const id = imported.interchanges[0]?.id
    type Documents = { documents: { id: number; needsPerson: boolean }[] }
    const { documents } = await read<Documents>(`edi/interchanges/${id}`)
    const found = documents.find(({ needsPerson }) => needsPerson)
    if (!found) throw new Error('A change to an order waits for nobody')
    return found
  }
  return { partner, order, open }
}
