import { type NoticeAction, notify } from './toast.ts'

/** Something done that can be taken back. */
type Undoable = {
  run: () => Promise<unknown> | void
  /** False once what was done is beyond taking back, such as a line of an order sent since. */
  isValid: () => boolean
}

/** More than anybody presses Ctrl+Z; what is older is forgotten. */
const mostOffers = 50

/** What can be taken back, the latest last. */
let offers: readonly Undoable[] = []

/**
 * Remembers an action that can be taken back, for Ctrl+Z, and answers the toast's action that does
 * the same. Each works once; Ctrl+Z pressed again takes back the one before.
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

/** Takes the latest action back that still can be; says so where there is none. */
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
