import { createContext, type RefObject, useCallback, useContext, useEffect, useRef } from 'react'
import { useShortcut } from './shortcuts.ts'
import type { Tab } from '../menu/Tabs.tsx'

/** Answers once that the key that comments was pressed and nothing took the focus for it yet. */
export const CommentAsked = createContext<() => boolean>(() => false)

type TabsShown = { tabs: readonly Tab[]; tab: string | undefined; onTab: (id: string) => void }

/** The key that comments opens the tab where one does; what is behind it takes the focus then. */
export function useCommentKey({ tabs, tab, onTab }: TabsShown): () => boolean {
  const asked = useRef(false)
  const there = tabs.find(({ hasComments }) => hasComments)
  const isOpen = there?.id === (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id
  const open = () => {
    asked.current = true
    if (there) onTab(there.id)
  }
  useShortcut('recordComment', open, there !== undefined && !isOpen)
  return useCallback(() => {
    const isAsked = asked.current
    asked.current = false
    return isAsked
  }, [])
}

/** What one comments in has the focus by its key, and when its tab was opened by that key. */
export function useCommentFocus(field: RefObject<HTMLElement | null>): void {
  const isAsked = useContext(CommentAsked)
  useShortcut('recordComment', () => field.current?.focus())
  useEffect(() => {
    if (isAsked()) field.current?.focus()
  }, [isAsked, field])
}
