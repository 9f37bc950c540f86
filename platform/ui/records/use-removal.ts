import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { fadeDuring } from '../dialogs/deleting-records.ts'
import { notify } from '../notices/toast.ts'
import { offerUndo } from '../notices/undo.ts'

type Removable = { id: number; isActive: boolean }

type RemovalOptions<Row> = {
  /** The singular within a sentence: `customer`, `SKU`. */
  noun: string
  codeOf: (row: Row) => string
  deletion: Endpoint
  restoration: Endpoint
  refreshes: readonly Endpoint[]
  /** The alternative offered if other records refer to it. */
  deactivate: (row: Row) => void
}

/**
 * Deletes a record immediately and offers Undo. If the record is in use, the toast shows why it
 * cannot be deleted and offers to deactivate it.
 */
export function useRemoval<Row extends Removable>(options: RemovalOptions<Row>) {
  const { noun, codeOf, deletion, restoration, refreshes, deactivate } = options
  const restoring = useWrite(restoration, {
    refreshes,
    failure: `Failed to restore ${noun}`,
  })
  const restore = async (row: Row) => {
    const isDone = await restoring.isDone({ params: { id: row.id } })
    if (isDone) notify({ title: 'Success', text: `${codeOf(row)} restored` })
  }
  const removal = useWrite(deletion, { refreshes })
  const remove = async (row: Row) => {
    try {
      await fadeDuring(row, removal.run({ params: { id: row.id } }))
      const text = `${capitalize(noun)} deleted successfully`
      const action = offerUndo(() => restore(row))
      notify({ title: 'Success', text, detail: codeOf(row), action })
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, String(error))
      const isUsed = known.code === 'referenced' && row.isActive
      notify({
        title: 'Error',
        text: `Failed to delete ${noun}`,
        tone: 'danger',
        detail: known.sentence,
        ...(isUsed && { action: { label: 'Deactivate', run: () => deactivate(row) } }),
      })
    }
  }
  return { remove, restore }
}
