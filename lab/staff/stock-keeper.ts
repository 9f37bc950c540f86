import type { Base, Fields } from './staff-base.ts'
import { sleep } from '../nodes/ports.ts'
import type { Stagehands } from '../nodes/world.ts'

/** Manual stock adjustments. */
export function stockOf(world: Stagehands, { post, read, next }: Base) {
  // Every node applies changed settings within a second.
  const rule = async (sodMode: string) => {
    await world.must({ method: 'PUT', path: '/api/settings', body: { sodMode } })
    await sleep(1200)
  }
  /** An adjustment of a new SKU that awaits approval; afterwards duties are only recorded. */
  const waitingAdjustment = async (): Promise<{ id: number; on: number }> => {
    await rule('enforce')
    const dear = { sku: next('DEAR'), name: 'Dear', cost: '1001.00', price: '2000.00' }
    const sku = await post<Fields>('skus', { ...dear, currentStock: 1 })
    const on = Number(sku['id'])
    const [waiting] = await read<{ id: number }[]>(`skus/${on}/adjustments`)
    if (!waiting) throw new Error('No adjustment waits')
    await rule('record')
    return { id: waiting.id, on }
  }
  return { waitingAdjustment }
}
