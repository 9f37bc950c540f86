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
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const other = open === 'signin' ? 'signup' : 'signin'
    const target = { Home: 'signin', End: 'signup' } as const
    const to = event.key === 'Home' || event.key === 'End' ? target[event.key] : other
    onOpen(to)
    document.getElementById(`tab-${to}`)?.focus()
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
          onKeyDown={press}
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
