import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import { useShortcut } from './shortcuts.ts'
import type { Tab } from './Tabs.tsx'

/** Whether the key that comments was pressed, and what it opens did not take the focus yet. */
export const CommentAsked = createContext({ current: false })

type TabsShown = { tabs: readonly Tab[]; tab: string | undefined; onTab: (id: string) => void }

/** The key that comments opens the tab where one does; what is behind it takes the focus then. */
export function useCommentKey({ tabs, tab, onTab }: TabsShown) {
  const asked = useRef(false)
  const there = tabs.find(({ hasComments }) => hasComments)
  const isOpen = there?.id === (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id
  const open = () => {
    asked.current = true
    if (there) onTab(there.id)
  }
  useShortcut('recordComment', open, there !== undefined && !isOpen)
  return asked
}

/** What one comments in has the focus by its key, and when its tab was opened by that key. */
export function useCommentFocus(field: RefObject<HTMLElement | null>): void {
  const asked = useContext(CommentAsked)
  useShortcut('recordComment', () => field.current?.focus())
  useEffect(() => {
    if (asked.current) field.current?.focus()
    asked.current = false
  }, [asked, field])
}
