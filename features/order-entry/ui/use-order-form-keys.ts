import { useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import type { OrderFormStore } from './order-form-store.ts'
import type { DraftAutosave } from './drafts/draft-autosave.ts'
import { focusedCell } from './focus.ts'
import type { LineActions } from './lines/line-actions.ts'
import { saveDraftNow } from './drafts/save-draft.ts'
import type { useValidateAndCreate } from './decision/use-validate-and-create.ts'

type OrderFormKeys = {
  store: OrderFormStore
  acts: LineActions
  autosave: DraftAutosave
  flow: ReturnType<typeof useValidateAndCreate>
  repeat: () => unknown
}

/** The Order Entry shortcuts, from the shared shortcut table. Key repeat is ignored. */
export function useOrderFormKeys({
  store,
  acts: lineActions,
  flow,
  autosave,
  repeat,
}: OrderFormKeys): void {
  const onFocusedLine =
    (action: (focused: NonNullable<ReturnType<typeof focusedCell>>) => void) => () => {
      const focused = focusedCell()
      if (focused) action(focused)
    }
  const ignoreRepeat = (action: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) action()
  }
  useShortcut('orderSubmit', ignoreRepeat(flow.submit))
  useShortcut('orderForce', ignoreRepeat(flow.create))
  useShortcut('lineAdd', lineActions.add)
  useShortcut(
    'lineRemove',
    onFocusedLine(({ key }) => lineActions.remove(key)),
  )
  useShortcut(
    'lineCopyAbove',
    onFocusedLine(({ key, column }) => lineActions.copyAbove(key, column)),
  )
  useShortcut(
    'lineUp',
    onFocusedLine(({ key, column }) => lineActions.move(key, -1, column)),
  )
  useShortcut(
    'lineDown',
    onFocusedLine(({ key, column }) => lineActions.move(key, 1, column)),
  )
  useShortcut(
    'draftSave',
    ignoreRepeat(() => void saveDraftNow(store, autosave)),
  )
  useShortcut(
    'orderRepeat',
    ignoreRepeat(() => void repeat()),
  )
}
