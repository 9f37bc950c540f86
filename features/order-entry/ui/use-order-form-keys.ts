import { useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import type { OrderFormStore } from './order-form-store.ts'
import type { DraftAutosave } from './drafts/draft-autosave.ts'
import { focusedPlace } from './focus.ts'
import type { LineActs } from './lines/line-actions.ts'
import { saveDraftNow } from './drafts/save-draft.ts'
import type { useOrderFlow } from './decision/use-order-flow.ts'

type DeskKeys = {
  store: OrderFormStore
  acts: LineActs
  keeper: DraftAutosave
  flow: ReturnType<typeof useOrderFlow>
  repeat: () => unknown
}

/** The Order Entry shortcuts, from the shared shortcut table. Key repeat is ignored. */
export function useDeskKeys({ store, acts, flow, keeper, repeat }: DeskKeys): void {
  const inLine = (act: (place: NonNullable<ReturnType<typeof focusedPlace>>) => void) => () => {
    const place = focusedPlace()
    if (place) act(place)
  }
  const once = (act: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) act()
  }
  useShortcut('orderSubmit', once(flow.submit))
  useShortcut('orderForce', once(flow.create))
  useShortcut('lineAdd', acts.add)
  useShortcut(
    'lineRemove',
    inLine(({ key }) => acts.remove(key)),
  )
  useShortcut(
    'lineCopyAbove',
    inLine(({ key, column }) => acts.copyAbove(key, column)),
  )
  useShortcut(
    'lineUp',
    inLine(({ key, column }) => acts.move(key, -1, column)),
  )
  useShortcut(
    'lineDown',
    inLine(({ key, column }) => acts.move(key, 1, column)),
  )
  useShortcut(
    'draftSave',
    once(() => void saveDraftNow(store, keeper)),
  )
  useShortcut(
    'orderRepeat',
    once(() => void repeat()),
  )
}
