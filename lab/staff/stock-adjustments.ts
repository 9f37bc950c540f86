import type { StaffBase, Fields } from './staff-part-inputs.ts'
import type { SetupClient } from '../nodes/test-system.ts'
import { sleep } from '../nodes/wait-until.ts'

/** Manual stock adjustments. */
export function stockHelpers(world: SetupClient, { post, read, next }: StaffBase) {
  // Every node applies changed settings within a second.
  const changeSodMode = async (sodMode: string) => {
    await world.must({ method: 'PUT', path: '/api/settings', body: { sodMode } })
    await sleep(1200)
  }
  /** An adjustment of a new SKU that awaits approval; afterwards duties are only recorded. */
  const waitingAdjustment = async (): Promise<{ id: number; on: number }> => {
    await changeSodMode('enforce')
    const expensive = { sku: next('DEAR'), name: 'Dear', cost: '1001.00', price: '2000.00' }
    const sku = await post<Fields>('skus', { ...expensive, currentStock: 1 })
    const on = Number(sku['id'])
    const [waiting] = await read<{ id: number }[]>(`skus/${on}/adjustments`)
    if (!waiting) throw new Error('No adjustment waits')
    await changeSodMode('record')
    return { id: waiting.id, on }
  }
  return { waitingAdjustment }
}
