import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'

type SignTab = 'signin' | 'signup'
type SignTabsProps = { open: SignTab; onOpen: (tab: SignTab) => void }

const tabs = [
  { id: 'signin', label: 'Sign In' },
  { id: 'signup', label: 'Sign Up' },
] as const

/** The page's two tabs, without the larger general tab component, because this page loads first. */
export function SignTabs({ open, onOpen }: SignTabsProps) {
  const moveByKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const otherTab = open === 'signin' ? 'signup' : 'signin'
    const targets = { Home: 'signin', End: 'signup' } as const
    const next = event.key === 'Home' || event.key === 'End' ? targets[event.key] : otherTab
    onOpen(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label="Sign in or sign up"
      className="grid grid-cols-2 gap-1 rounded-card bg-surface-2 p-1"
    >
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={open === id}
          aria-controls={open === id ? 'sign-panel' : undefined}
          tabIndex={open === id ? 0 : -1}
          onClick={() => onOpen(id)}
          onKeyDown={moveByKey}
          className={clsx(
            'text-label h-8 rounded-control text-muted hover:text-ink aria-selected:bg-surface',
            'aria-selected:text-ink pointer-coarse:h-11',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
