import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type RefObject, useEffect, useRef } from 'react'
import { firstClickOnly } from '../buttons/first-click.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { positionNotices } from './notice-position.ts'
import { dismiss, useNotice } from './toast.ts'

/**
 * Shows toasts, one at a time, for 5 s by default; F8 moves the focus here, a right swipe
 * dismisses.
 */
export function Toaster() {
  const notice = useNotice()
  const { toastMs } = usePreferences()
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => allowFocusOutside(region), [])
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => (list.current ? positionNotices(list.current) : undefined), [])
  return (
    <Toast.Provider
      duration={toastMs === 0 ? Infinity : toastMs}
      swipeDirection="right"
      swipeThreshold={50}
      label="Notification"
    >
      {notice && <NoticeToast key={notice.key} notice={notice} />}
      {/* An open dialog does not hide a live region; each notice announces itself. */}
      <div ref={region} aria-live="off">
        <Toast.Viewport
          ref={list}
          hotkey={['F8']}
          label="Notifications ({hotkey})"
          className={clsx(
            'no-print pointer-events-none fixed right-0 bottom-0 z-[70] flex w-full flex-col gap-2',
            'p-4 outline-none md:max-w-[420px]',
          )}
        />
      </div>
    </Toast.Provider>
  )
}

/**
 * A dialog traps the focus with listeners on the document. This stops focus events that move into
 * the notices before they reach it, so that F8 works over a dialog, too.
 */
function allowFocusOutside(region: RefObject<HTMLElement | null>): () => void {
  const pass = (event: FocusEvent) => {
    const to = event.type === 'focusin' ? event.target : event.relatedTarget
    if (to instanceof Node && region.current?.contains(to)) event.stopPropagation()
  }
  const { body } = document
  body.addEventListener('focusin', pass)
  body.addEventListener('focusout', pass)
  return () => {
    body.removeEventListener('focusin', pass)
    body.removeEventListener('focusout', pass)
  }
}

type CurrentNotice = NonNullable<ReturnType<typeof useNotice>>

function NoticeToast({ notice }: { notice: CurrentNotice }) {
  const isDanger = notice.tone === 'danger'
  const Icon = isDanger ? CircleAlert : CircleCheck
  return (
    <Toast.Root
      open={notice.open}
      onOpenChange={(open) => open || dismiss(notice.key)}
      type={isDanger ? 'foreground' : 'background'}
      className={clsx(
        // A modal dialog disables pointer events elsewhere; the toast enables them again.
        'popover toast fade-in pointer-events-auto flex items-start gap-3 border-l-4 p-3',
        'data-[tone=danger]:border-l-danger data-[tone=plain]:border-l-success',
      )}
      data-tone={notice.tone}
    >
      <Icon
        aria-hidden
        size={20}
        strokeWidth={1.75}
        className={isDanger ? 'mt-0.5 shrink-0 text-danger' : 'mt-0.5 shrink-0 text-success'}
      />
      <div className="min-w-0 flex-1">
        <Toast.Title className="text-label">{notice.title}</Toast.Title>
        <Toast.Description className="text-body break-words">{notice.text}</Toast.Description>
        {notice.detail && <p className="text-table mt-1 text-muted">{notice.detail}</p>}
      </div>
      {notice.action && (
        <Toast.Action asChild altText={notice.action.label}>
          <button
            type="button"
            // A toast that was covered appears in the same place afterward.
            onClick={firstClickOnly(notice.action.run)}
            className={clsx(
              'text-label h-8 shrink-0 self-center rounded-control px-3 text-link hover:bg-hover',
              'pointer-coarse:h-11',
            )}
          >
            {notice.action.label}
          </button>
        </Toast.Action>
      )}
      <Toast.Close asChild>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={firstClickOnly(() => undefined)}
          className={clsx(
            'grid size-8 place-items-center rounded-control text-muted hover:bg-hover',
            'pointer-coarse:size-11',
          )}
        >
          <X aria-hidden size={16} strokeWidth={1.75} />
        </button>
      </Toast.Close>
    </Toast.Root>
  )
}
