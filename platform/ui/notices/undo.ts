import { type NoticeAction, notify } from './toast.ts'

/** An action that can be undone. */
type Undoable = {
  run: () => Promise<unknown> | void
  /** False if it can no longer be undone, such as for an order line that was sent since. */
  isValid: () => boolean
}

/** The maximum number of undo steps; older ones are dropped. */
const mostOffers = 50

/** The actions that can be undone, the latest last. */
let offers: readonly Undoable[] = []

/**
 * Registers an action for Ctrl+Z and returns the toast action that undoes it, too. Each works once;
 * another Ctrl+Z undoes the action before.
 */
export function offerUndo(run: Undoable['run'], isValid = () => true): NoticeAction {
  const offer = { run, isValid }
  offers = [...offers, offer].slice(-mostOffers)
  return {
    label: 'Undo',
    run: () => apply(offer),
    isOpen: () => offers.includes(offer) && isValid(),
  }
}

/** Undoes the latest action that is still valid; shows a notice if there is none. */
export function undoLast(): void {
  const last = offers.findLast(({ isValid }) => isValid())
  if (last) apply(last)
  else notify({ title: 'Undo', text: 'There is nothing to undo' })
}

function apply(offer: Undoable): void {
  if (!offers.includes(offer)) return
  offers = offers.filter((other) => other !== offer)
  void offer.run()
}
