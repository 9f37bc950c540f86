import { createContext, type RefObject, useCallback, useContext, useEffect, useRef } from 'react'
import { useShortcut } from './shortcuts.ts'
import type { Tab } from '../menu/Tabs.tsx'

/** Returns true once after the comment key opened the tab, to focus the comment field. */
export const CommentRequest = createContext<() => boolean>(() => false)

type TabsState = { tabs: readonly Tab[]; tab: string | undefined; onTab: (id: string) => void }

/** The comment key opens the tab with comments, whose comment field then receives the focus. */
export function useCommentKey({ tabs, tab, onTab }: TabsState): () => boolean {
  const isRequested = useRef(false)
  const commentsTab = tabs.find(({ hasComments }) => hasComments)
  const isOpen = commentsTab?.id === (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id
  const open = () => {
    isRequested.current = true
    if (commentsTab) onTab(commentsTab.id)
  }
  useShortcut('recordComment', open, commentsTab !== undefined && !isOpen)
  return useCallback(() => {
    const wasRequested = isRequested.current
    isRequested.current = false
    return wasRequested
  }, [])
}

/** Focuses the comment field on the comment key, and when that key opened its tab. */
export function useCommentFocus(field: RefObject<HTMLElement | null>): void {
  const wasRequested = useContext(CommentRequest)
  useShortcut('recordComment', () => field.current?.focus())
  useEffect(() => {
    if (wasRequested()) field.current?.focus()
  }, [wasRequested, field])
}
