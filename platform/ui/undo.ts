import { notify } from './toast.ts'

/** Something done that can be taken back. */
export type Undoable = { run: () => Promise<unknown> | void }

let last: Undoable | undefined

/**
 * Remembers the last action that can be taken back, for Ctrl+Z, and answers the toast's action
 * that does the same. Either works once.
 */
export function offerUndo(run: Undoable['run']): { label: string; run: () => void } {
  const offer = { run }
  last = offer
  return { label: 'Undo', run: () => take(offer) }
}

/** Takes the last action back; says so where there is none. */
export function undoLast(): void {
  if (last) take(last)
  else notify({ title: 'Undo', text: 'There is nothing to undo' })
}

function take(offer: Undoable): void {
  if (last === offer) last = undefined
  void offer.run()
}
