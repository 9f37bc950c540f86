import type { MenuItem } from '../menu/Menu.tsx'

/** The maximum number of buttons beside the next step; the other actions are in the menu. */
const maxButtons = 4

/** The actions of a record that are possible now, by where its page shows them. */
type DividedActions = {
  /** The primary button. */
  next: MenuItem | undefined
  buttons: readonly MenuItem[]
  menu: readonly MenuItem[]
}

/**
 * Divides actions between buttons and a menu: the first next step that is possible is the primary
 * button, and at most four others are buttons. Impossible actions are left out, because the menu of
 * the dialog says why. Edit is left out, because it is a tool in the header.
 */
export function divideActions(items: readonly MenuItem[]): DividedActions {
  const possible = items.filter(
    ({ whyNot, shortcut }) => whyNot === undefined && shortcut !== 'rowEdit',
  )
  const next = possible.find(({ isNextStep }) => isNextStep)
  const others = possible.filter((item) => item !== next)
  const buttons = others.filter(({ isMenuOnly }) => !isMenuOnly).slice(0, maxButtons)
  const [first, ...rest] = others.filter((item) => !buttons.includes(item))
  // A line above the first item would separate it from nothing.
  return { next, buttons, menu: first ? [{ ...first, startsGroup: false }, ...rest] : [] }
}
